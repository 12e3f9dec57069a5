import { expect, test } from "vitest";
import { createClock } from "../../../harness/clock.ts";
import { openConsole } from "../../../harness/console.ts";
import { startProxy } from "../../../harness/network-proxy.ts";
import { pair, scan, send } from "../../../harness/paired-terminals.ts";
import { startServer, type TestServer } from "../../../harness/server.ts";
import { person } from "../../access/log-in.ts";
import { logInConsole, openConsoleAs } from "../log-in.ts";
import { logInFirstAdmin, startNewServer } from "../new-server.ts";

test.each([
  ["en", "light", 1280],
  ["cs", "dark", 360],
] as const)("the overview is readable and complete in %s, %s, %i px wide", async (language, theme, width) => {
  // A wrong clock is a problem of the server.
  const server = await startServer({ clock: createClock(Date.now() + 10 * 60_000) });
  await countOne(server, 3);
  const terminal = await pair(server, server.admin, "Yard", 3, person("user").pin);
  await send(terminal, 3, [scan({ code: "A000101", quantity: 1 })], 2);
  const { consolePage, page } = await openConsoleAs("admin", "/overview", { server, language, theme, width });
  await page.locator("[aria-labelledby=open-stocktakes] tbody tr").first().waitFor();
  await page.locator("[aria-labelledby=box-now] progress").waitFor();
  await page.locator("[aria-labelledby=printers-now] li .error-text").first().waitFor();
  // What needs attention is above everything else, and visible without scrolling.
  const attention = page.locator("[aria-labelledby=waiting-now]");
  await attention.locator("a[href='#/printers']", { hasText: "Broken printer" }).waitFor();
  await attention.locator("a[href='#/people/devices']", { hasText: "Yard" }).waitFor();
  for (const href of ["#/people/devices", "#/system", "#/requests/transfers", "#/requests/disposals"]) {
    const top = async () => (await attention.locator(`a[href='${href}']`).boundingBox())?.y ?? 800;
    await expect.poll(top, { message: href }).toBeLessThan(400);
  }
  await expect.poll(() => consolePage.axe()).toEqual([]);
  await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBe(width);
  await consolePage.screenshot(`overview-${language}-${theme}-${width}`);
});

test("the overview shows the number, the pieces and the value of all articles", async () => {
  const server = await startServer();
  const { body } = await server.manager.get("/api/articles/totals");
  const { page } = await openConsoleAs("manager", "/overview", { server });
  const figures = page.locator(".holdings dt + dd");
  const [{ value }] = body.values;
  const amount = value.toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: 4 });
  await expect
    .poll(async () => (await figures.allInnerTexts()).slice(0, 3).map((text) => text.replace(/^CZK\s/, "")))
    .toEqual([body.articles.toLocaleString("en"), body.pieces.toLocaleString("en"), amount]);
});

test("the overview shows what has happened today, and how the pieces have changed", async () => {
  const server = await startServer();
  const { page, consolePage } = await openConsoleAs("manager", "/overview", { server });
  await page.getByRole("link", { name: "0 stock movements" }).waitFor();
  await page.getByText("±0 pieces in 30 days").waitFor();
  const [before] = (await server.manager.get("/api/articles/1/locations")).body;
  const locations = [{ locationId: before.locationId, quantity: before.quantity + 5 }];
  await server.manager.put("/api/articles/1/locations", { locations });
  await page.reload();
  await page.getByText("+5 pieces in 30 days").waitFor();
  await expect.poll(() => consolePage.axe()).toEqual([]);
  await page.getByRole("link", { name: "1 stock movement" }).click();
  await page.getByRole("heading", { name: "Stock movements" }).waitFor();
});

test("the overview shows how the value has changed at today's prices", async () => {
  const server = await startServer();
  const [before] = (await server.manager.get("/api/articles/1/locations")).body;
  await server.manager.put("/api/articles/1/full", { price: 1.5 });
  const locations = [{ locationId: before.locationId, quantity: before.quantity + 5 }];
  await server.manager.put("/api/articles/1/locations", { locations });
  const { page } = await openConsoleAs("manager", "/overview", { server });
  await page.getByText("+7.50 in 30 days").waitFor();
});

test("that no backup is set up is something to do from the first own article on, and a warning 7 days after the set-up", async () => {
  const clock = createClock();
  const { server, admin } = await startNewServer({ clock });
  const consolePage = await openConsole();
  await logInFirstAdmin(consolePage, server);
  const { page } = consolePage;
  const reminder = "No backup in the last 7 days";
  await admin.post("/api/sample");
  const first = async (list: string) => (await admin.get(`/api/${list}`)).body[0].oid;
  const [categoryId, typeId] = [await first("articlecategories"), await first("articletypes")];
  const lamp = { code: "L1", name: "Lamp", categoryId, typeId, stateId: 2 };
  expect((await admin.post("/api/articles", lamp)).status).toBe(201);
  await page.reload();
  await page.getByText("Last backup", { exact: true }).waitFor();
  const toDo = page.locator("[aria-labelledby=waiting-now] li", { hasText: "No automatic backup is active" });
  await toDo.waitFor();
  await expect.poll(() => toDo.getAttribute("class")).not.toContain("error-text");
  await expect.poll(() => page.getByText(reminder).count()).toBe(0);
  await consolePage.open(server.url, "/system");
  await page.getByText("No automatic backup is active").waitFor();
  await expect.poll(() => page.getByText("No problems").count()).toBe(0);
  clock.advance(8 * 86_400_000);
  const later = await openConsole();
  await logInFirstAdmin(later, server);
  await later.page.getByText(reminder).waitFor();
  await later.page.getByText("Last backup", { exact: true }).waitFor();
  await expect.poll(() => later.page.getByText(reminder).count()).toBe(1);
  await expect.poll(() => later.page.getByText("No automatic backup is active").count()).toBe(0);
});

test("a count at a terminal appears without a reload; without a connection every part shows its age, and continues by itself", async () => {
  const server = await startServer();
  const proxy = await startProxy(server.url);
  const { page } = await openConsoleAs("admin", "/overview", { server: proxy });
  const row = page.getByRole("row").filter({ hasText: "In progress" }).first();
  const before = await row.getByText(/\d+ \/ \d+/).textContent();
  const href = await row.getByRole("link").first().getAttribute("href");
  const inventory = Number(href?.split("/").at(-1));
  await countOne(server, inventory);
  await expect.poll(() => row.getByText(/\d+ \/ \d+/).textContent()).not.toBe(before);

  proxy.cut();
  await page.getByText(/No connection since/).waitFor();
  await page.locator(".is-stale tbody tr").first().waitFor();
  await page
    .getByText(/Last updated/)
    .first()
    .waitFor();
  proxy.restore();
  await page.getByText("Live", { exact: true }).waitFor();
  await expect.poll(() => page.locator(".is-stale").count()).toBe(0);
});

/** Script: a stream without a heartbeat for 40 s does not count as broken: the test's clock is ahead of the server's. */
const LONG_SILENCE = `(() => {
  const start = window.setTimeout;
  window.setTimeout = (run, ms, ...given) => start(run, ms === 40_000 ? 2 ** 30 : ms, ...given);
})()`;

test("the progress of a stocktake is requested after a change, and not without one", async () => {
  const server = await startServer();
  // A line is drawn from its second point on.
  await countOne(server, 3);
  const consolePage = await openConsole();
  const { page } = consolePage;
  await page.clock.install();
  // The timers of the stream are the page's then.
  await page.addInitScript("delete window.SharedWorker");
  await page.addInitScript(LONG_SILENCE);
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  const progress = () => requests.filter((path) => path.endsWith("/progress")).length;
  const history = () => requests.filter((path) => path.endsWith("/progress/history")).length;
  const pass = async (ms: number) => {
    await page.clock.runFor(ms);
    await page.evaluate("fetch('/api/version').then(() => {})");
  };
  await logInConsole(consolePage, server, "admin", "/stocktakes/3");
  await page.locator(".count-locations tbody tr").first().waitFor();
  await page.locator(".plot canvas").first().waitFor();
  await page.getByText("Live", { exact: true }).waitFor();
  // The intervals that the first events have started end.
  await pass(11_000);
  const before = [progress(), history()];
  expect(Math.min(...before)).toBeGreaterThan(0);
  await pass(10_500);
  expect([progress(), history()]).toEqual(before);
  await countOne(server, 3);
  await expect.poll(progress).toBeGreaterThan(before[0] ?? 0);
  await expect.poll(history).toBeGreaterThan(before[1] ?? 0);
});

/** Counts an item that is not counted yet. */
async function countOne(server: TestServer, inventory: number): Promise<void> {
  const { body: items } = await server.user.get(`/api/inventories/${inventory}/items`);
  const notCounted = items.find(({ counted }: { counted: object | null }) => counted === null);
  await server.user.put("/api/inventories/items/update", { oid: notCounted.oid, isFound: true });
}
