import { expect, test } from "vitest";
import { startServer } from "../../../harness/server.ts";
import { snipeIt } from "../../../import/products/samples.ts";
import { ODOO_PRODUCT, ODOO_QUANT, odoo, odooWorkbook } from "../../../import/products/stock-samples.ts";
import { article } from "../../../import/uploads.ts";
import { createJpeg } from "../../../photos/uploads.ts";
import { column, figure, goToStep, importRows, openExchange, uploadFile } from "./import-screens.ts";

test("the asset report of Snipe-IT is recognised, previewed and imported, with its assignments and locations", async () => {
  const server = await startServer();
  const page = await openExchange(server);
  const asset = { Model: "Latitude 5450", Category: "Laptops", Status: "Ready to Deploy (deployable)" };
  const file = snipeIt([
    {
      ...{
        ...asset,
        "Asset Tag": "SN-001",
        "Asset Name": "Notebook of Uma",
        Serial: "DL-1",
        Cost: "1,234.50",
      },
      ...{ Purchased: "2024-01-31", Warranty: 36, "Warranty Expires": "2027-01-31", Supplier: "Dell" },
      ...{ "Checked Out": "user", Type: "user", Username: "user", Status: "Assigned (deployed)" },
      ...{ Location: "HQ", Manufacturer: "Dell", CPU: "i7" },
    },
    { ...asset, "Asset Tag": "SN-002", Location: "HQ", "Checked Out": "Rack 7", Type: "location" },
  ]);
  await uploadFile(page, "custom-assets-report.csv", file);
  await goToStep(page, "File");
  await page.getByText("Read as an export of another product: Snipe-IT: assets.").waitFor();
  await goToStep(page, "Columns");
  await expect.poll(() => column(page, "Asset Tag").inputValue()).toBe("code");
  await goToStep(page, "Import");
  await figure(page, "New", "2").waitFor();
  const left = page.getByRole("region", { name: "Not imported" });
  await left.getByRole("row", { name: "CPU" }).getByText("No field has this name.").waitFor();
  await left.getByText("It is assigned to a location or another asset, not to a person.").waitFor();
  await importRows(page);
  await page.getByText("Import completed.").waitFor();
  const admin = await server.as("admin");
  const assigned = await article(admin, "SN-001");
  expect(assigned).toMatchObject({
    ...{ name: "Notebook of Uma", price: 1234.5, serialNumber: "DL-1", userId: 3, stock: [["HQ", 1]] },
    ...{ state: { name: "In use" }, type: { name: "Latitude 5450" }, category: { name: "Laptops" } },
  });
  const { body } = await admin.get(`/api/articles/${assigned.oid}/full`);
  expect(body).toMatchObject({ supplier: "Dell", warrantyEnd: "2027-01-31", dtBuy: "2024-01-31" });
  expect(await article(admin, "SN-002")).toMatchObject({ userId: null, stock: [["HQ", 1]] });
});

test("the products of Odoo, with pictures in their cells, are imported with their photos; then their stock", async () => {
  const server = await startServer();
  const page = await openExchange(server);
  const image = (await createJpeg()).toString("base64");
  const chair = { Name: "Office Chair", "Internal Reference": "FURN_7777", Cost: 70.5, Active: true };
  const file = odoo(ODOO_PRODUCT, [
    { ...chair, "Product Category": "All / Saleable / Office", "Product Type": "Goods", Image: image },
    { ...chair, Name: "Old desk", "Internal Reference": "FURN_1", Active: false, Image: image },
  ]);
  await uploadFile(page, "product.template.csv", file);
  await goToStep(page, "File");
  await page.getByText("Read as an export of another product: Odoo: products.").waitFor();
  await goToStep(page, "Import");
  await figure(page, "New", "1").waitFor();
  await figure(page, "Left out", "1").waitFor();
  const left = page.getByRole("region", { name: "Not imported" });
  await figure(page, "Photos", "1").waitFor();
  await left.getByText("The record is archived there.").waitFor();
  await importRows(page);
  await page.getByText("Import completed.").waitFor();
  const admin = await server.as("admin");
  expect(await article(admin, "FURN_7777")).toMatchObject({ price: 70.5, category: { name: "Office" } });
  const { oid } = await article(admin, "FURN_7777");
  await page.goto(`${server.url}/console#/articles/${oid}`);
  await page
    .getByRole("img", { name: /Office Chair/ })
    .first()
    .waitFor();
  await page.goto(`${server.url}/console#/exchange`);
  const quant = { Product: "[FURN_7777] Office Chair", Location: "WH/Stock/Shelf 1" };
  const stock = await odooWorkbook(ODOO_QUANT, [
    { ...quant, Quantity: 5, "Lot/Serial Number": "L1" },
    { ...quant, Quantity: 7, "Lot/Serial Number": "L2" },
  ]);
  await page.getByLabel("Data type").selectOption("Stock by location");
  await uploadFile(page, "stock.quant.xlsx", stock);
  await goToStep(page, "File");
  await page.getByText("Read as an export of another product: Odoo: stock.").waitFor();
  await goToStep(page, "Import");
  await importRows(page);
  await page.getByText("Import completed.").waitFor();
  expect((await article(admin, "FURN_7777")).stock).toEqual([["Shelf 1", 12]]);
});
