import { expect, test } from "vitest";
import { createClock } from "../../../harness/clock.ts";
import { startServer } from "../../../harness/server.ts";
import { createWarehouse } from "../../../inventories/stocktake.ts";
import { openConsoleAs } from "../log-in.ts";

const HOUR_MS = 3_600_000;

/** A warehouse with so many articles at one location, before a full hour. */
async function openPlans(articles: number) {
  const nextHour = Math.ceil(Date.now() / HOUR_MS + 0.1) * HOUR_MS;
  const clock = createClock(nextHour - 30_000);
  const server = await startServer({ clock, settings: { SITE_TIME_ZONE: "UTC" } });
  const warehouse = createWarehouse(server);
  await warehouse.addLocation("Shelf 7");
  for (let n = 1; n <= articles; n++)
    await warehouse.article(`T${n}`, { "Shelf 7": 100 }, { price: n === 1 ? 500 : 20 });
  const { page } = await openConsoleAs("manager", "/stocktakes/plans/new", { server });
  const due = new Date(nextHour);
  return {
    page,
    /** Lets the saved plan make its stocktake, counts this, where so many records are short of a piece, closes it and opens it. */
    async closeAndOpen(short: number) {
      clock.advance(60_000);
      const { manager } = warehouse;
      const made = async () => {
        const { body } = await manager.get("/api/inventories");
        const all: { oid: number; name: string; inventoryStateId: number }[] = body;
        return all.find(({ name, inventoryStateId }) => name.startsWith("Value") && inventoryStateId === 2)
          ?.oid;
      };
      await expect.poll(made).toBeTruthy();
      const oid = (await made()) ?? 0;
      await warehouse.move(oid, "start");
      const items: { oid: number; price: number }[] = (await manager.get(`/api/inventories/${oid}/items`))
        .body;
      const cheapestFirst = items.toSorted((one, other) => one.price - other.price);
      for (const [index, item] of cheapestFirst.entries())
        await warehouse.user.put("/api/inventories/items/update", {
          oid: item.oid,
          inventoryQuantity: index < short ? 99 : 100,
        });
      await warehouse.move(oid, "finish", "process", "close");
      await page.evaluate(`void (location.hash = '/stocktakes/${oid}')`);
    },
    async save(size: string) {
      await page.getByLabel("Name", { exact: true }).fill("Value");
      await page.getByLabel("What to count").selectOption("Sample by value");
      await page.getByText("For a certificate of the value").waitFor();
      await page.getByLabel("Expected accuracy in %").fill("90");
      await page.getByLabel("Sample size").fill(size);
      await page.getByLabel("Expected accuracy in %").waitFor({ state: "detached" });
      await page.getByLabel("How often").selectOption("day");
      await page.getByLabel("Hour", { exact: true }).fill(String(due.getUTCHours()));
      await page.getByLabel("From", { exact: true }).fill(due.toISOString().slice(0, 10));
      await page.getByLabel("Find a location by name or code").fill("Shelf 7");
      await page.getByRole("treeitem", { name: /Shelf 7/ }).click();
      await page.getByText(`${size} records would be counted now.`).waitFor();
      await page.getByRole("button", { name: "Create plan" }).click();
      await page.getByRole("cell", { name: "Value" }).first().waitFor();
    },
  };
}

test("the page of a closed sample by value has the value with its interval, the certificate and the population", async () => {
  const { page, save, closeAndOpen } = await openPlans(45);
  await save("40");
  await closeAndOpen(25);
  await page.getByText(/^Value: 137,4\d\d\.\d\d, with 95 % confidence/).waitFor();
  await page.getByRole("button", { name: "Certificate (PDF)" }).waitFor();
  await page.getByRole("button", { name: "Population list (CSV)" }).waitFor();
  await expect.poll(() => page.getByText("No certificate.").count()).toBe(0);
});

test("the page of a closed sample with too few differences says why it has no certificate", async () => {
  const { page, save, closeAndOpen } = await openPlans(4);
  await save("3");
  await closeAndOpen(1);
  await page.getByText("The drawn strata have fewer than 20 differences").waitFor();
  await page.getByRole("button", { name: "Population list (CSV)" }).waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Certificate (PDF)" }).count()).toBe(0);
});
