import { afterAll, beforeAll, expect, test } from "vitest";
import { addedField, valuesOf } from "../../custom-fields/samples.ts";
import type { ApiResponse, Client } from "../../harness/client.ts";
import { startServer, type TestServer } from "../../harness/server.ts";
import { article, check } from "../uploads.ts";
import {
  homebox,
  inventreeParts,
  inventreeStock,
  ODOO_ASSET,
  ODOO_PRODUCT,
  ODOO_QUANT,
  odoo,
  odooWorkbook,
  shelf,
  shelfForImport,
  snipeIt,
} from "./samples.ts";

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startServer({ keep: true });
  admin = await server.as("admin");
  await addedField(admin, "CPU");
  await addedField(admin, "Manufacturer");
});
afterAll(() => server.stop());

type Body = ApiResponse["body"];
/** Applies the valid rows of a file that was recognised; returns the import. */
async function taken(kind: "articles" | "stock", product: string, file: string | Uint8Array): Promise<Body> {
  const { body } = await check(admin, kind, file);
  expect([body.product, body.errors]).toEqual([product, []]);
  const { status, body: applied } = await admin.put(`/api/imports/${body.id}/apply`);
  expect(status).toBe(200);
  return applied;
}
/** An article with its stock, note, purchase and the values of custom fields. */
async function stored(code: string): Promise<Body> {
  const one = await article(admin, code);
  const { body } = await admin.get(`/api/articles/${one.oid}/full`);
  return { ...one, ...body, fields: await valuesOf(admin, one.oid) };
}
const reasons = ({ notTaken }: Body) =>
  notTaken.rows.map(({ row, column, reason }: Body) => [row, column, reason]);
const leftColumns = ({ notTaken }: Body) =>
  Object.fromEntries(notTaken.columns.map(({ header, values }: Body) => [header, values]));

test.each(["en", "de"] as const)("the asset report of Snipe-IT in %s", async (language) => {
  const code = (number: number) => `SN-${language}-${number}`;
  const asset = {
    Model: "Latitude 5440",
    Category: "Laptops",
    Location: "Brno / Store",
    Status: "Ready to Deploy (deployable)",
  };
  const body = await taken(
    "articles",
    "snipe-it",
    snipeIt(
      [
        {
          ...{
            ...asset,
            "Asset Tag": code(1),
            "Asset Name": "-Notebook",
            Serial: `S1${language}`,
            Cost: "1,234.50",
          },
          ...{ Purchased: "2024-01-31", Warranty: 36, "Warranty Expires": "2027-01-31", Supplier: "Dell" },
          ...{
            Notes: 'With "dock",\nand bag',
            CPU: "i7",
            Manufacturer: "Dell",
            Company: "ACME",
            URL: "https://s.test/1",
          },
        },
        {
          ...asset,
          "Asset Tag": code(2),
          "Checked Out": "admin",
          Type: "user",
          Username: "admin",
          Status: "Ready to Deploy (deployed)",
        },
        { ...asset, "Asset Tag": code(3), "Checked Out": "Room 5", Type: "location" },
        { ...asset, "Asset Tag": code(4), Status: "Archived (archived)" },
        { ...asset, "Asset Tag": code(5), Deleted: "2025-01-01 10:00:00" },
      ],
      language,
    ),
  );
  expect([body.toCreate, body.leftOut, leftColumns(body)]).toMatchObject([3, 2, { Company: 1, URL: 1 }]);
  expect(reasons(body)).toEqual([
    [
      4,
      language === "de" ? "Herausgegeben" : "Checked Out",
      "It is assigned to a location or another asset, not to a person.",
    ],
    [5, null, "The record is archived there."],
    [6, null, "The record is deleted there."],
  ]);
  expect(await stored(code(1))).toMatchObject({
    ...{ name: "-Notebook", price: 1234.5, serialNumber: `S1${language}`, note: 'With "dock",\nand bag' },
    ...{
      dtBuy: "2024-01-31",
      warrantyEnd: "2027-01-31",
      supplier: "Dell",
      fields: { CPU: "i7" },
      stock: [["Brno / Store", 1]],
    },
  });
  expect((await article(admin, code(2))).name).toBe("Latitude 5440");
  expect(await article(admin, code(4))).toBeNull();
});

test("the exports of Shelf", async () => {
  const body = await taken(
    "articles",
    "shelf",
    shelf(
      [
        {
          ...{
            Name: 'Camera "A"',
            "Asset ID": "SAM-0001",
            "QR ID": "cq1",
            Status: "AVAILABLE",
            Value: "$1,200.00",
          },
          ...{ Category: "Video", Location: "Studio", Tags: "red, blue", CPU: "none", Quantity: "" },
        },
        {
          Name: "Cable",
          "Asset ID": "SAM-0002",
          Status: "IN_CUSTODY",
          Category: "Uncategorized",
          Quantity: "40",
          Location: "Studio",
        },
      ],
      ["CPU"],
    ),
  );
  expect(leftColumns(body)).toEqual({ Tags: 1 });
  expect(await article(admin, "SAM-0001")).toMatchObject({
    name: 'Camera "A"',
    price: 1200,
    stock: [["Studio", 1]],
  });
  expect(await article(admin, "SAM-0002")).toMatchObject({ stock: [["Studio", 40]] });
  const other = shelfForImport(
    [
      {
        title: "Tripod",
        valuation: 12.345,
        location: "Studio",
        barcode_Code128: "TRI-1",
        "cf:CPU,type:TEXT": "x",
      },
    ],
    ["cf:CPU,type:TEXT"],
  );
  expect(leftColumns(await taken("articles", "shelf", other))).toEqual({});
  expect((await article(admin, "TRI-1")).price).toBe(12.345);
});

test.each([false, true])("the inventory of Homebox; old column names: %s", async (isOld) => {
  const [a, b] = isOld ? ["000-011", "ref-2"] : ["000-001", "ref-1"];
  const body = await taken(
    "articles",
    "homebox",
    homebox(
      [
        {
          ...{
            "HB.name": "Drill",
            "HB.asset_id": a,
            "HB.location": "Home / Garage",
            "HB.tags": "Tools; Loud",
          },
          ...{
            "HB.quantity": 2,
            "HB.purchase_price": 1234,
            "HB.purchase_date": "2023-05-01",
            "HB.field.CPU": "none",
          },
          ...{
            "HB.description": "Green",
            "HB.notes": "Two batteries",
            "HB.manufacturer": "Bosch",
            "HB.url": "http://h.test/item/1",
          },
        },
        { "HB.name": "Rope", "HB.import_ref": b, "HB.location": "Home", "HB.quantity": 2.5 },
        { "HB.name": "Old", "HB.asset_id": "000-009", "HB.archived": true, "HB.quantity": 1 },
        { "HB.name": "Sold", "HB.asset_id": "000-010", "HB.sold_date": "2024-01-01", "HB.quantity": 1 },
      ],
      ["CPU"],
      isOld,
    ),
  );
  expect([body.toCreate, leftColumns(body)]).toEqual([2, { "HB.url": 1 }]);
  expect(reasons(body)).toEqual([
    [2, isOld ? "HB.labels" : "HB.tags", "Only the first entry is taken."],
    [3, "HB.quantity", "Quantities are whole pieces."],
    [4, null, "The record is archived there."],
    [5, null, "The record is sold or disposed of there."],
  ]);
  expect(await stored(a ?? "")).toMatchObject({
    price: 1234,
    fields: { CPU: "none", Manufacturer: "Bosch" },
    note: "Green\nTwo batteries",
    stock: [["Garage", 2]],
  });
  expect(await article(admin, b ?? "")).toMatchObject({ stock: [["Home", 1]] });
});

test("the parts and the stock of InvenTree: items of a part at a location are added up", async () => {
  const parts = inventreeParts([
    {
      Name: "M3 screw",
      IPN: "SCR-3",
      "Category Name": "Fasteners",
      Category: 4,
      ID: 1,
      "Total Stock": 150.0,
      Units: "pcs",
    },
    { Name: "Board", IPN: "", "Category Name": "Electronics", Category: 5, ID: 2, Description: "Rev B" },
    { Name: "Old", IPN: "OLD-1", "Category Name": "Fasteners", ID: 3, Active: false },
  ]);
  expect(leftColumns(await taken("articles", "inventree-parts", parts))).toEqual({
    Category: 2,
    Component: 2,
    "Total Stock": 1,
    Units: 1,
  });
  const place = { "Location.Name": "Bin 1", "Location.Path": "Lab/Shelf/Bin 1" };
  const screw = { Part: 1, "Part.Name": "M3 screw", "Part.IPN": "SCR-3" };
  const stock = inventreeStock([
    { ...screw, ...place, ID: 1, Quantity: "100.0", "Batch Code": "B1" },
    { ...screw, ...place, ID: 2, Quantity: "50.00000" },
    { ...screw, ID: 3, Quantity: "5.0" },
    { ...screw, ...place, ID: 4, Quantity: "7.0", "In Stock": "False" },
    { Part: 2, "Part.Name": "Board", ...place, ID: 5, Quantity: "1.0", "Serial Number": "17" },
  ]);
  const body = await taken("stock", "inventree-stock", stock);
  expect(reasons(body)).toEqual([
    [3, null, "Its pieces are added to row 2."],
    [4, null, "The pieces have no location there."],
    [5, null, "The pieces are not in stock there."],
  ]);
  expect((await article(admin, "SCR-3")).stock).toEqual([["Bin 1", 150]]);
  expect((await article(admin, "PART-2")).stock).toEqual([["Bin 1", 1]]);
});

test("the products, the stock and the assets of Odoo, as CSV and XLSX", async () => {
  const chair = {
    "External ID": "product.a",
    Name: "Office Chair",
    "Internal Reference": "FURN_7777",
    "Product Type": "Goods",
    "Product Category": "All / Saleable / Furniture",
  };
  const products = [
    {
      ...chair,
      Cost: 70.5,
      "Quantity On Hand": 12,
      Image: "iVBORw0KGgo=",
      "Vendors/Vendor": "Azure",
      Active: "True",
    },
    { "Vendors/Vendor": "Deco" },
  ];
  const body = await taken("articles", "odoo-products", odoo(ODOO_PRODUCT, products));
  expect(reasons(body)).toEqual([[3, null, "It continues the row above."]]);
  expect(Object.keys(leftColumns(body))).toEqual([
    "External ID",
    "Quantity On Hand",
    "Image",
    "Vendors/Vendor",
  ]);
  expect((await article(admin, "FURN_7777")).price).toBe(70.5);
  const again = await check(admin, "articles", await odooWorkbook(ODOO_PRODUCT, products));
  expect([again.body.product, again.body.unchanged, again.body.errors]).toEqual(["odoo-products", 1, []]);
  const quant = { Product: "[FURN_7777] Office Chair", Location: "WH/Stock/Shelf 1" };
  const stock = [
    { ...quant, Quantity: 5.0, "Lot/Serial Number": "L1" },
    { ...quant, Quantity: 7.0, "Lot/Serial Number": "L2" },
    { ...quant, Location: "Virtual Locations/Inventory adjustment", Quantity: -12.0 },
  ];
  await taken("stock", "odoo-stock", await odooWorkbook(ODOO_QUANT, stock));
  expect((await article(admin, "FURN_7777")).stock).toEqual([["Shelf 1", 12]]);
  const assets = [
    {
      "External ID": "__export__.account_asset_1_ab",
      "Asset Name": "Car",
      "Asset Model": "Vehicles",
      "Acquisition Date": "2022-03-01",
      "Original Value": 20000,
      Status: "Running",
    },
    {
      "External ID": "__export__.account_asset_2_cd",
      "Asset Name": "Old car",
      "Original Value": 1,
      Status: "Closed",
    },
  ];
  expect(reasons(await taken("articles", "odoo-assets", odoo(ODOO_ASSET, assets)))).toHaveLength(1);
  expect((await article(admin, "account_asset_1_ab")).price).toBe(20_000);
});
