import { expect, test } from "vitest";
import { startServer, type TestServer } from "../../harness/server.ts";
import { createWarehouse, type Warehouse } from "../../inventories/stocktake.ts";
import { openConsoleAs } from "./log-in.ts";

// Quantities of articles that are not counted in pieces, on the screens of the console.

/** A server with 30 kg of an article in a hall. */
async function startWithSugar(): Promise<{ server: TestServer; warehouse: Warehouse; articleId: number }> {
  const server = await startServer();
  const warehouse = createWarehouse(server);
  await warehouse.addLocation("Sugar hall");
  await warehouse.addLocation("Shop");
  const articleId = await warehouse.article("SUGAR", { "Sugar hall": 30 }, { price: 2 });
  expect((await server.manager.put(`/api/articles/${articleId}/full`, { unit: "kg" })).status).toBe(200);
  return { server, warehouse, articleId };
}

test("transfer requests have the unit in the list, and in the form that confirms them", async () => {
  const { server, warehouse, articleId } = await startWithSugar();
  const request = {
    articleId,
    fromLocationId: warehouse.at("Sugar hall"),
    targetLocationId: warehouse.at("Shop"),
  };
  const { body } = await server.user.post("/api/articletransfers", { ...request, quantity: 12 });
  await server.user.post("/api/articletransfers", request);
  const { page } = await openConsoleAs("manager", "/requests/transfers", { server });
  await page.getByRole("row", { name: /SUGAR.*All · Sugar hall → Shop/ }).waitFor();
  await page.getByRole("row", { name: /SUGAR.*12 kg · Sugar hall → Shop/ }).waitFor();
  await page.evaluate(`void (location.hash = "/requests/transfers/${body.oid}")`);
  await page.getByLabel("Quantity (kg)").waitFor();
  await page.getByText("12 kg").first().waitFor();
  await page.getByRole("option", { name: "Sugar hall (30 kg)" }).waitFor({ state: "attached" });
});

test("the audit log has the unit of stock, and names an item with its new method, settlement and approval", async () => {
  const { server, warehouse } = await startWithSugar();
  await warehouse.put("SUGAR", { "Sugar hall": 40 });
  const id = await warehouse.stocktake(["Sugar hall"]);
  const { oid } = await warehouse.count(id, "SUGAR", 39);
  await warehouse.move(id, "finish");
  const set = (method: string | null) =>
    server.manager.put(`/api/inventories/${id}/method`, { itemIds: [oid], method });
  await set("documents");
  await set(null);
  const settled = { itemIds: [oid], settlement: "naturalLoss", cause: "Dried" };
  await server.manager.put(`/api/inventories/${id}/explain`, settled);
  await warehouse.move(id, "process");
  await server.manager.put(`/api/inventories/items/${oid}/approve`, { isApproved: true });
  const { body: me } = await server.manager.get("/api/me");
  const { page } = await openConsoleAs("admin", "/system/audit", { server });
  await page.getByText("Sugar hall: 30 → 40 kg").waitFor();
  const item = "Counting method of an item, SUGAR Article SUGAR (Sugar hall): ";
  await page.getByText(`${item}As the stocktake → By documents`).waitFor();
  await page.getByText(`${item}By documents → As the stocktake`).waitFor();
  const of = "of an item, SUGAR Article SUGAR (Sugar hall): ";
  await page.getByText(`Settlement ${of}– → Natural loss · Dried`).waitFor();
  await page.getByText(`Approval ${of}– → ${me.fullName}`).waitFor();
});

test("the accuracy over time has a column of its own for each unit", async () => {
  const { server, warehouse } = await startWithSugar();
  await warehouse.article("BOLT", { "Sugar hall": 8 });
  for (const [bolts, kg] of [
    [6, 30],
    [8, 27],
  ] as const) {
    await warehouse.put("BOLT", { "Sugar hall": 8 });
    await warehouse.put("SUGAR", { "Sugar hall": 30 });
    const id = await warehouse.stocktake(["Sugar hall"]);
    await warehouse.count(id, "BOLT", bolts);
    await warehouse.count(id, "SUGAR", kg);
    await warehouse.move(id, "finish", "process", "close");
  }
  const { page } = await openConsoleAs("manager", "/stocktakes/plans", { server });
  await page.getByRole("columnheader", { name: "kg right in %" }).waitFor();
  const rows = page.getByRole("row", { name: /^Ours/ });
  await expect
    .poll(() => rows.allInnerTexts())
    .toEqual([expect.stringMatching(/50\s+100\s+90\s/), expect.stringMatching(/50\s+75\s+100\s/)]);
  await page.getByText("kg right in %").first().waitFor();
});

test("count sheets have the unit with what is expected, and where the count is written", async () => {
  const { server, warehouse } = await startWithSugar();
  await warehouse.article("BOLT", { "Sugar hall": 8 });
  const id = await warehouse.stocktake(["Sugar hall"]);
  const { page } = await openConsoleAs("manager", `/stocktakes/${id}/sheets`, { server });
  await expect
    .poll(() => page.getByRole("row", { name: /Article/ }).allInnerTexts())
    .toEqual([expect.stringMatching(/BOLT\s+8\s*$/), expect.stringMatching(/SUGAR\s+30 kg\s+kg\s*$/)]);
});

test("stock movements have the unit, on the screen and in the export", async () => {
  const { server, warehouse } = await startWithSugar();
  await warehouse.put("SUGAR", { "Sugar hall": 40 });
  const { page } = await openConsoleAs("manager", "/articles/movements", { server });
  await page.getByRole("row", { name: /SUGAR.*30 kg.*40 kg/ }).waitFor();
  const { text } = await server.manager.get("/api/export/stock-movements?format=csv");
  expect(text).toMatch(/SUGAR,.*,30,40,10,.*,kg,Riverside Warehouse\r?\n/);
});

test("the form of an article suggests usual units and those in use", async () => {
  const { server, warehouse, articleId } = await startWithSugar();
  const other = await warehouse.article("OIL", { Shop: 2 });
  expect((await server.manager.put(`/api/articles/${other}/full`, { unit: "barel" })).status).toBe(200);
  const { page } = await openConsoleAs("manager", `/articles/${articleId}`, { server, language: "cs" });
  await page.getByRole("button", { name: "Upravit", exact: true }).click();
  const field = page.getByRole("combobox", { name: "Jednotka" });
  await field.waitFor();
  await expect
    .poll(() =>
      field.evaluate((input) =>
        Array.from((input as HTMLInputElement).list?.options ?? [], ({ value }) => value),
      ),
    )
    .toEqual(["kg", "m", "l", "sada", "pár", "barel"]);
});

test("codes and packs are added in the unit of the article", async () => {
  const { server, articleId } = await startWithSugar();
  const { page } = await openConsoleAs("manager", `/articles/${articleId}`, { server });
  for (const [action, field] of [
    ["Add pack", "Quantity (kg)"],
    ["Add code", "Quantity per scan (kg)"],
  ] as const) {
    await page.getByRole("button", { name: action }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(field).waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
  }
  await page.evaluate("void (location.hash = '/articles/new')");
  await page.getByLabel("Unit").fill("m");
  await page.getByRole("combobox", { name: "Location" }).fill("shop");
  await page.getByRole("option", { name: /Shop/ }).click();
  await page.getByLabel("Quantity (m)").waitFor();
});
