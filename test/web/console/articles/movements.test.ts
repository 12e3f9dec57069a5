import { expect, test } from "vitest";
import { startServer } from "../../../harness/server.ts";
import { createWarehouse } from "../../../inventories/stocktake.ts";
import { addFilter } from "../filters.ts";
import { openConsoleAs } from "../log-in.ts";

test("the movements of an article and of a location are listed from their pages, and filtered", async () => {
  const server = await startServer();
  const warehouse = createWarehouse(server);
  for (const name of ["Shelf 7", "Shelf 8"]) await warehouse.addLocation(name);
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
