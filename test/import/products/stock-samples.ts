import { buffer } from "node:stream/consumers";
import { xlsxFile } from "../../../src/platform/tables/xlsx-write.ts";
import { allQuoted, quotedWhereNeeded, type Records, rowsOf, type Written } from "./written.ts";

// Generators of the exports of InvenTree and Odoo, from their documented columns. Sources: src/exchange/import/products.

/** The parts of InvenTree by its exporter. */
export function inventreeParts(records: Records): string {
  const headers = [
    ...[
      "Active",
      "Assembly",
      "Category",
      "Category Name",
      "Component",
      "Default Location",
      "Description",
      "Image",
    ],
    ...[
      "IPN",
      "Is Template",
      "Keywords",
      "Minimum Stock",
      "Name",
      "Notes",
      "ID",
      "Salable",
      "Trackable",
      "Units",
    ],
    ...["Virtual", "In Stock", "Total Stock"],
  ];
  const full = records.map((record) => ({
    Active: true,
    Assembly: false,
    Component: true,
    Virtual: false,
    ...record,
  }));
  return quotedWhereNeeded(
    rowsOf(
      headers,
      full.map((record) =>
        Object.fromEntries(Object.entries(record).map(([key, value]) => [key, python(value)])),
      ),
    ),
    "\r\n",
  );
}

/** The stock items of InvenTree. Both the number and the text of the state are labelled Status. */
export function inventreeStock(records: Records): string {
  const headers = [
    ...[
      "ID",
      "Part",
      "Quantity",
      "Serial Number",
      "Batch Code",
      "Location",
      "In Stock",
      "Status",
      "Purchase Price",
    ],
    ...["Part.Name", "Part.Description", "Part.IPN", "Location.Name", "Location.Path"],
  ];
  const full = records.map((record) => ({ "In Stock": "True", ...record }));
  return quotedWhereNeeded(rowsOf(headers, full), "\r\n");
}

const python = (value: Written): Written => (value === true ? "True" : value === false ? "False" : value);

/** An export of Odoo as CSV. */
export const odoo = (headers: readonly string[], records: Records): string =>
  allQuoted(rowsOf(headers, records));

/** An export of Odoo as XLSX. */
export function odooWorkbook(headers: readonly string[], records: Records): Promise<Buffer> {
  const [, ...rows] = rowsOf(headers, records);
  return buffer(xlsxFile([{ name: "Sheet1", columns: headers.map((title) => ({ title })), rows }]));
}

/** The columns of an export of Odoo's products, by their labels. */
export const ODOO_PRODUCT = [
  ...[
    "External ID",
    "Name",
    "Internal Reference",
    "Barcode",
    "Product Type",
    "Product Category",
    "Sales Price",
  ],
  ...["Cost", "Quantity On Hand", "Unit of Measure", "Image", "Vendors/Vendor", "Active"],
];
/** The columns of an export of Odoo's quants, by their labels. */
export const ODOO_QUANT = [
  ...[
    "External ID",
    "Product",
    "Location",
    "Lot/Serial Number",
    "Quantity",
    "Reserved Quantity",
    "Unit of Measure",
  ],
];
/** The columns of an export of Odoo's assets, by their labels. */
export const ODOO_ASSET = [
  ...[
    "External ID",
    "Asset Name",
    "Asset Model",
    "Acquisition Date",
    "Original Value",
    "Book Value",
    "Status",
  ],
];
