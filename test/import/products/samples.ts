import { allQuoted, putCsv, quotedWhereNeeded, type Records, rowsOf } from "./written.ts";

// Generators of the exports of Snipe-IT, Shelf and Homebox, from their documented columns. Sources: src/exchange/import/products.

/** The custom asset report of Snipe-IT with all columns but addresses; `de`: its German headers. */
export function snipeIt(records: Records, language: "en" | "de" = "en"): string {
  const en = [
    ...[
      "ID",
      "Company",
      "Asset Name",
      "Asset Tag",
      "Model",
      "Model No.",
      "Category",
      "Manufacturer",
      "Serial",
    ],
    ...[
      "Purchased",
      "Cost",
      "EOL",
      "Warranty",
      "Warranty Expires",
      "Current Value",
      "Diff",
      "Fully Depreciated",
    ],
    ...[
      "Order Number",
      "Supplier",
      "Location",
      "Default Location",
      "Checked Out",
      "Type",
      "Username",
      "Status",
    ],
    ...["Checkout Date", "Created At", "Updated at", "Deleted", "Notes", "URL", "CPU"],
  ];
  const de: Readonly<Record<string, string>> = {
    ...{ Model: "Modell", Category: "Kategorie", Manufacturer: "Hersteller", Serial: "Seriennummer" },
    ...{
      Purchased: "Kaufdatum",
      Cost: "Kosten",
      "Warranty Expires": "Garantie Ablaufdatum",
      Location: "Standort",
    },
    ...{
      "Default Location": "Standard-Standort",
      "Checked Out": "Herausgegeben",
      Type: "Typ",
      "Checkout Date": "Herausgabedatum",
      Notes: "Notizen",
    },
  };
  const [, ...rows] = rowsOf(en, records);
  return putCsv([en.map((header) => (language === "de" ? (de[header] ?? header) : header)), ...rows]);
}

/** The export of the asset index of Shelf, with its column labels; `fields`: custom fields of the workspace. */
export function shelf(records: Records, fields: readonly string[] = []): string {
  return allQuoted(
    rowsOf(
      [
        ...[
          "Name",
          "Asset ID",
          "QR ID",
          "Status",
          "Description",
          "Value",
          "Total value",
          "Available to book",
        ],
        ...[
          "Created at",
          "Category",
          "Tags",
          "Location",
          "Kit",
          "Custody",
          "Quantity",
          "Asset model",
          ...fields,
        ],
      ],
      records,
    ),
  );
}

/** The export of Shelf for another workspace, with the keys of its importer. */
export function shelfForImport(records: Records, fields: readonly string[] = []): string {
  return allQuoted(
    rowsOf(
      [
        ...[
          "title",
          "description",
          "category",
          "kit",
          "tags",
          "location",
          "custodian",
          "bookable",
          "valuation",
        ],
        ...[
          "assetModel",
          "type",
          "quantity",
          "minQuantity",
          "unitOfMeasure",
          "consumptionType",
          "barcode_Code128",
        ],
        ...fields,
      ],
      records,
    ),
  );
}

/** The inventory of Homebox as CSV; `isOld`: with the names of columns before 0.20. */
export function homebox(records: Records, fields: readonly string[] = [], isOld = false): string {
  const headers = [
    ...[
      "HB.purchase_date",
      "HB.warranty_expires",
      "HB.sold_date",
      "HB.import_ref",
      "HB.parent_import_ref",
      "HB.url",
    ],
    ...["HB.name", "HB.description", "HB.notes", "HB.purchase_from", "HB.manufacturer", "HB.model_number"],
    ...["HB.serial_number", "HB.warranty_details", "HB.sold_to", "HB.sold_notes", "HB.location", "HB.tags"],
    ...[
      "HB.asset_id",
      "HB.quantity",
      "HB.low_stock_threshold",
      "HB.purchase_price",
      "HB.sold_price",
      "HB.archived",
    ],
    ...["HB.insured", "HB.lifetime_warranty", ...fields.map((name) => `HB.field.${name}`)],
  ];
  const nothing = { "HB.purchase_price": 0, "HB.sold_price": 0, "HB.archived": false, "HB.insured": false };
  const full = records.map((record) => ({
    "HB.asset_id": "000-000",
    "HB.lifetime_warranty": false,
    ...nothing,
    ...record,
  }));
  const [, ...rows] = rowsOf(headers, full);
  const old: Readonly<Record<string, string>> = {
    "HB.tags": "HB.labels",
    "HB.purchase_date": "HB.purchase_time",
  };
  return quotedWhereNeeded([headers.map((name) => (isOld ? (old[name] ?? name) : name)), ...rows], "\n");
}
