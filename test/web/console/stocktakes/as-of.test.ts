import { expect, test } from "vitest";
import { createClock } from "../../../harness/clock.ts";
import { startServer } from "../../../harness/server.ts";
import { createWarehouse } from "../../../inventories/stocktake.ts";
import { openConsoleAs } from "../log-in.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

test("an item has its figures as of the decisive day beside those of the count", async () => {
  const clock = createClock(Date.parse("2031-03-01T09:00:00.000Z"));
  const server = await startServer({ clock });
  const warehouse = createWarehouse(server);
  await warehouse.addLocation("Shelf 7");
  await warehouse.article("DRILL", { "Shelf 7": 5 });
  clock.advance(DAY_MS);
  await warehouse.put("DRILL", { "Shelf 7": 3 });
  clock.advance(HOUR_MS);
  const id = await warehouse.stocktake(["Shelf 7"]);
  const frame = { purpose: "yearEnd", decisiveDay: "2031-03-01", method: "physical", committee: [] };
  await warehouse.manager.put(`/api/inventories/${id}/frame`, frame);
  const { oid } = await warehouse.count(id, "DRILL", 2);
  await warehouse.move(id, "finish");
  const { page } = await openConsoleAs("manager", `/stocktakes/${id}/results?tab=all&item=${oid}`, {
    server,
  });
  const facts = page.getByRole("complementary", { name: "DRILL" }).locator("dl", { hasText: "Decisive day" });
  await expect
    .poll(async () => (await facts.locator("dd").allTextContents()).slice(1))
    .toEqual(["5", "4", "-1", "-2"]);
});

test("before the close a decisive day that is not over is warned of", async () => {
  const server = await startServer({ clock: createClock(Date.parse("2031-03-01T09:00:00.000Z")) });
  const warehouse = createWarehouse(server);
  await warehouse.addLocation("Shelf 7");
  await warehouse.article("DRILL", { "Shelf 7": 5 });
  const id = await warehouse.stocktake(["Shelf 7"]);
  const frame = { purpose: "yearEnd", decisiveDay: "2031-03-01", method: "physical", committee: [] };
  await warehouse.manager.put(`/api/inventories/${id}/frame`, frame);
  await warehouse.move(id, "finish", "process");
  const { page } = await openConsoleAs("manager", `/stocktakes/${id}/close`, { server });
  await page.getByRole("status").getByText("The decisive day 1 Mar 2031 is not over").waitFor();
});
