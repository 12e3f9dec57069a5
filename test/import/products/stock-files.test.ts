import { expect, test } from "vitest";
import { sharedServer } from "../../harness/server.ts";
import { article, check } from "../uploads.ts";
import {
  inventreeParts,
  inventreeStock,
  ODOO_ASSET,
  ODOO_PRODUCT,
  ODOO_QUANT,
  odoo,
  odooWorkbook,
} from "./stock-samples.ts";
import { leftColumns, reasons, taken } from "./taken.ts";

const { admin } = sharedServer();

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
  expect(leftColumns(await taken(admin, "articles", "inventree-parts", parts))).toEqual({
    Category: 2,
    Component: 2,
    ID: 1,
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
  const body = await taken(admin, "stock", "inventree-stock", stock);
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
  const body = await taken(admin, "articles", "odoo-products", odoo(ODOO_PRODUCT, products));
  expect(reasons(body)).toEqual([
    [2, "Image", "The image is damaged or incomplete."],
    [3, null, "It continues the row above."],
  ]);
  expect(Object.keys(leftColumns(body))).toEqual(["External ID", "Quantity On Hand", "Vendors/Vendor"]);
  expect((await article(admin, "FURN_7777")).price).toBe(70.5);
  const again = await check(admin, "articles", await odooWorkbook(ODOO_PRODUCT, products));
  expect([again.body.product, again.body.unchanged, again.body.errors]).toEqual(["odoo-products", 1, []]);
  const quant = { Product: "[FURN_7777] Office Chair", Location: "WH/Stock/Shelf 1" };
  const stock = [
    { ...quant, Quantity: 5.0, "Lot/Serial Number": "L1" },
    { ...quant, Quantity: 7.0, "Lot/Serial Number": "L2" },
    { ...quant, Location: "Virtual Locations/Inventory adjustment", Quantity: -12.0 },
  ];
  await taken(admin, "stock", "odoo-stock", await odooWorkbook(ODOO_QUANT, stock));
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
  expect(reasons(await taken(admin, "articles", "odoo-assets", odoo(ODOO_ASSET, assets)))).toHaveLength(1);
  expect((await article(admin, "account_asset_1_ab")).price).toBe(20_000);
});
