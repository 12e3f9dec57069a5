import { expect, test } from "vitest";
import type { TestServer } from "../../../harness/server.ts";
import { startWarehouse } from "../../../inventories/stocktake.ts";
import { addFilter } from "../filters.ts";
import { openConsoleAs } from "../log-in.ts";
import { loseResponse } from "../save/lost-response.ts";

test("the movements of an article and of a location are listed from their pages, and filtered", async () => {
  const { server, warehouse } = await startWarehouse(["Shelf 7", "Shelf 8"]);
  await warehouse.article("DRILL", { "Shelf 7": 3 });
  await warehouse.article("LADDER", { "Shelf 7": 1 });
  await warehouse.put("DRILL", { "Shelf 7": 1, "Shelf 8": 2 });
  const stocktake = await warehouse.stocktake(["Shelf 8"], { name: "Spring count" });
  await warehouse.count(stocktake, "DRILL", 5);
  await warehouse.move(stocktake, "finish", "process", "close");
  const { page } = await openConsoleAs("manager", `/articles/${warehouse.id("DRILL")}`, {
    server,
  });
  const rows = () => page.getByRole("table", { name: "Stock movements" }).locator("tbody tr");
  const shown = async () =>
    (await rows().all()).length === 0
      ? []
      : rows().evaluateAll((all) =>
          all.map((row) => [...row.querySelectorAll("td, th")].slice(1, 6).map((cell) => cell.textContent)),
        );
  await page.getByRole("main").getByRole("link", { name: "Stock movements" }).click();
  await expect.poll(shown).toEqual([
    ["DRILL", "Shelf 8", "2", "5", "Stocktake: Spring count"],
    ["DRILL", "Shelf 8", "0", "2", "Changed directly"],
    ["DRILL", "Shelf 7", "3", "1", "Changed directly"],
    ["DRILL", "Shelf 7", "0", "3", "Changed directly"],
  ]);
  await addFilter(page, "Kind");
  await page.getByLabel("Kind").selectOption({ label: "Stocktake" });
  await expect.poll(async () => (await shown()).length).toBe(1);
  await page.getByRole("link", { name: "Spring count" }).waitFor();

  await page.evaluate((oid) => location.assign(`#/locations/${oid}`), warehouse.at("Shelf 7"));
  await page.getByRole("main").getByRole("link", { name: "Stock movements" }).click();
  await expect
    .poll(async () => (await shown()).map((cells) => cells.slice(0, 4).join(" ")))
    .toEqual(["DRILL Shelf 7 3 1", "LADDER Shelf 7 0 1", "DRILL Shelf 7 0 3"]);
});

const WRONG = "No pieces came or left, the records were wrong";

/** The page of an article with 3 pieces at Shelf 7, and one at Shelf 8. */
async function openDrill() {
  const { server, warehouse } = await startWarehouse(["Shelf 7", "Shelf 8"]);
  await warehouse.article("DRILL", { "Shelf 7": 3, "Shelf 8": 1 });
  const path = `/articles/${warehouse.id("DRILL")}`;
  const { page } = await openConsoleAs("manager", path, { server });
  return { server, warehouse, page };
}
const newest = async ({ manager }: TestServer) => (await manager.get("/api/stock-movements")).body[0];

test("who corrects the records says so, with the reason, in the stock movements", async () => {
  const { page } = await openDrill();
  await page.getByRole("button", { name: "Edit locations" }).click();
  await page.getByLabel("Pieces at Shelf 7").fill("4");
  await page.getByLabel("Reason").fill("Counted twice");
  await page.getByLabel(WRONG).check();
  await page.getByRole("button", { name: "Save locations" }).click();
  await page.getByRole("button", { name: "Edit locations" }).waitFor();
  await page.getByRole("main").getByRole("link", { name: "Stock movements" }).click();
  const table = page.getByRole("table", { name: "Stock movements" });
  await table.getByText("Correction of the records: Counted twice").waitFor();
});

test("a reason alone changes no stock", async () => {
  const { page, warehouse } = await openDrill();
  await page.getByRole("button", { name: "Edit locations" }).click();
  await page.getByLabel("Reason").fill("Nothing to say");
  await page.getByRole("button", { name: "Save locations" }).click();
  await page.getByRole("button", { name: "Edit locations" }).waitFor();
  expect(await warehouse.stock("DRILL")).toEqual({ "Shelf 7": 3, "Shelf 8": 1 });
});

test("a lost response of a change with a reason is no conflict", async () => {
  const { page, server } = await openDrill();
  await loseResponse(page, "PUT", "**/api/articles/*/locations");
  await page.getByRole("button", { name: "Edit locations" }).click();
  await page.getByLabel("Pieces at Shelf 7").fill("4");
  await page.getByLabel("Reason").fill("Delivery 7");
  await page.getByRole("button", { name: "Save locations" }).click();
  await page.getByRole("alert").getByText(/./).first().waitFor();
  await page.getByRole("button", { name: "Save locations" }).click();
  await page.getByRole("button", { name: "Edit locations" }).waitFor();
  expect(await newest(server)).toMatchObject({ cause: "change Delivery 7", before: 3, after: 4 });
});

test("a move and its undo have what was said of the move", async () => {
  const { page, server } = await openDrill();
  await page.getByRole("button", { name: "Move… Shelf 7" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("To").fill("Shelf 8");
  await dialog.getByRole("option", { name: "Shelf 8" }).first().click();
  await dialog.getByLabel("Reason").fill("Wrong shelf");
  await dialog.getByLabel(WRONG).check();
  await dialog.getByRole("button", { name: "Move", exact: true }).click();
  await page.getByText("4 pieces", { exact: true }).waitFor();
  expect((await newest(server)).cause).toBe("correction Wrong shelf");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => (await newest(server)).cause).toBe("correction");
});

test("a reason and a tick that are taken back leave nothing to save", async () => {
  const { page } = await openDrill();
  await page.getByRole("button", { name: "Edit locations" }).click();
  await page.getByLabel("Reason").fill("x");
  await page.getByLabel("Reason").fill("");
  await page.getByLabel(WRONG).check();
  await page.getByLabel(WRONG).uncheck();
  await page.getByRole("link", { name: "Overview" }).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
});

test("a conflict says whether one's own version would be a correction", async () => {
  const { page, warehouse } = await openDrill();
  await page.getByRole("button", { name: "Edit locations" }).click();
  await page.getByLabel("Pieces at Shelf 7").fill("4");
  await page.getByLabel(WRONG).check();
  await warehouse.put("DRILL", { "Shelf 7": 9, "Shelf 8": 1 });
  await page.getByRole("button", { name: "Save locations" }).click();
  await page
    .getByRole("dialog")
    .getByRole("row", { name: `${WRONG} yes –` })
    .waitFor();
});
