import { expect, test } from "vitest";
import { createClock } from "../../harness/clock.ts";
import { startServer, type TestServer } from "../../harness/server.ts";
import { openTerminal, type Terminal } from "../../harness/terminal.ts";
import { createWarehouse } from "../../inventories/stocktake.ts";
import { logInTerminal } from "../access/log-in.ts";
import { expectAccessibleLayout } from "../console/appearance.ts";
import { openConsoleAs } from "../console/log-in.ts";
import { HAS_ITEMS, waitForArticles, waitUntilSent } from "../count/count-page.ts";
import { waitForCard } from "./fast-scans.ts";

const HOUR_MS = 3_600_000;

/** A terminal of a user at the location of a stocktake. */
async function openAt(server: TestServer, user: string, spot: string): Promise<Terminal> {
  const browser = "chromium77";
  const terminal = await openTerminal({ browser });
  await logInTerminal(terminal, server, user, { language: "en" });
  await terminal.see("Shelf check");
  await terminal.open(`${server.url}/#/count/${spot}`);
  await terminal.until(HAS_ITEMS);
  await waitForArticles(terminal);
  return terminal;
}

async function count(terminal: Terminal, code: string, pieces: string): Promise<void> {
  await terminal.tap("Still to count");
  await terminal.tap(new RegExp(code));
  await terminal.tap(pieces);
  await terminal.tap(`Save ${pieces}`);
  await waitForCard(terminal, `Saved: ${pieces}`);
}

test("a plan of the console makes a stocktake; two persons count it on terminals, one without a connection; its close is in the chart", async () => {
  const nextHour = Math.ceil(Date.now() / HOUR_MS + 0.1) * HOUR_MS;
  const clock = createClock(nextHour - 30_000);
  const server = await startServer({ clock, settings: { SITE_TIME_ZONE: "UTC" } });
  const warehouse = createWarehouse(server);
  const locationId = await warehouse.addLocation("Shelf 7");
  await warehouse.article("T1", { "Shelf 7": 9 }, { name: "Hex bolt", price: 2 });
  await warehouse.article("T2", { "Shelf 7": 4 }, { name: "Safety gloves", price: 5 });

  const { consolePage, page } = await openConsoleAs("manager", "/stocktakes/plans", { server });
  await page.getByText("No count plans").waitFor();
  await page.getByRole("link", { name: "New count plan" }).first().click();
  await page.getByLabel("Name", { exact: true }).fill("Shelf check");
  await page.getByLabel("How often").selectOption("day");
  await page.getByLabel("Hour", { exact: true }).fill(String(new Date(nextHour).getUTCHours()));
  await page.getByLabel("From", { exact: true }).fill(new Date(clock.now()).toISOString().slice(0, 10));
  await page.getByLabel("Pieces", { exact: true }).fill("2");
  await page.getByLabel("Find a location by name or code").fill("Shelf 7");
  await page.getByRole("treeitem", { name: /Shelf 7/ }).click();
  await expectAccessibleLayout(consolePage, "count-plan", ["light", "dark"]);
  await page.getByRole("button", { name: "Create plan" }).click();
  await page.getByRole("cell", { name: "Shelf check" }).first().waitFor();
  await expectAccessibleLayout(consolePage, "count-plans", ["light", "dark"]);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectAccessibleLayout(consolePage, "count-plans-narrow", ["light"]);
  await page.getByRole("link", { name: "Shelf check" }).first().click();
  await page.getByRole("button", { name: "Delete plan" }).waitFor();
  await expect.poll(() => page.getByLabel("Pieces", { exact: true }).inputValue()).toBe("2");
  await expectAccessibleLayout(consolePage, "count-plan-narrow", ["light", "dark"]);
  await page.setViewportSize({ width: 1280, height: 800 });

  clock.advance(60_000);
  const manager = await server.as("manager");
  const made = () =>
    manager.get("/api/inventories").then(({ body }) => {
      const all: { oid: number; name: string; inventoryStateId: number }[] = body;
      return all.find(
        ({ name, inventoryStateId }) => name.startsWith("Shelf check") && inventoryStateId === 2,
      );
    });
  await expect.poll(made).toBeTruthy();
  const oid = (await made())?.oid ?? 0;
  await page.evaluate("void (location.hash = '/stocktakes/plans')");
  await page.reload();
  await page.locator(`.count-calendar a[href="#/stocktakes/${oid}"]`).click();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.getByRole("button", { name: "Finish", exact: true }).waitFor();

  const spot = `${oid}/${locationId}`;
  // The line is cut while the first person counts.
  const first = await openAt(server, "user", spot);
  await first.offline(true);
  await count(first, "T2", "4");
  await count(first, "T1", "5");
  expect((await manager.get(`/api/inventories/${oid}/items`)).body).toMatchObject([
    { inventoryQuantity: null },
    { inventoryQuantity: null },
  ]);
  await first.offline(false);
  await waitUntilSent(first);
  await first.tap("Still to count");
  await first.see(/T1 · second count by another person/);
  const second = await openAt(server, "both", spot);
  await count(second, "T1", "5");
  await waitUntilSent(second);

  await warehouse.move(oid, "finish", "process");
  await page.evaluate(`void (location.hash = '/stocktakes/${oid}/close')`);
  await page.getByRole("heading", { name: "Changes to stock" }).waitFor();
  await expect.poll(() => page.getByText("second count by another person").count()).toBe(0);
  await warehouse.move(oid, "close");
  // Another point of the chart.
  const next = await warehouse.stocktake(["Shelf 7"]);
  await warehouse.count(next, "T2", 4);
  await warehouse.move(next, "finish", "process", "close");
  expect(await warehouse.stock("T1")).toEqual({ "Shelf 7": 5 });
  await page.evaluate("void (location.hash = '/stocktakes/plans')");
  const row = page.getByRole("row", { name: /Shelf check .* 50 / });
  await row.waitFor();
  // 9 + 4 pieces, 4 of them missing; 38 of value, 8 of it missing.
  await expect.poll(() => row.innerText()).toMatch(/50\s+69\.23\s+78\.95/);
  const chart = page.locator(".plot canvas").first();
  await chart.waitFor();
  await consolePage.screenshot("count-plans-accuracy");
  // A chart has no CSS: it is drawn again in the other colours.
  const pixels = () => page.evaluate<string>("document.querySelector('.plot canvas').toDataURL()");
  const [dark, light] = [await pixels(), page.locator('html[data-theme="light"]')];
  await page.emulateMedia({ colorScheme: "light" });
  await light.waitFor();
  await expect.poll(pixels).not.toBe(dark);
  await consolePage.screenshot("count-plans-accuracy-light");
});
