import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openConsole } from "../../harness/console.ts";
import { startServer } from "../../harness/server.ts";
import { expectAccessibleLayout } from "./appearance.ts";
import { logInConsole } from "./log-in.ts";
import { logInFirstAdmin, startNewServer } from "./new-server.ts";

/** Screens that no other test checks in both colour schemes: an address, and an element that the screen has once it is complete. */
const WALK: readonly (readonly [screen: string, address: string, element: string])[] = [
  ["/stocktakes", "/stocktakes", "[data-row]"],
  ["/stocktakes/new", "/stocktakes/new", "form input"],
  ["/stocktakes/:id", "/stocktakes/1", "main form input"],
  ["/stocktakes/:id", "/stocktakes/2", "main table"],
  ["/stocktakes/:id", "/stocktakes/7", "main table"],
  ["/stocktakes/:id/waiting", "/stocktakes/6/waiting", "main nav a"],
  ["/stocktakes/:id/sheets", "/stocktakes/2/sheets", ".sheet table"],
  ["/stocktakes/:id/close", "/stocktakes/6/close", "main h2"],
  ["/articles/new", "/articles/new", "form input"],
  ["/articles/:id", "/articles/72", "main h2"],
  ["/requests/disposals", "/requests/disposals", "[data-row]"],
  ["/requests/disposals/:id", "/requests/disposals/1", ".request-facts"],
  ["/requests/proposals", "/requests/proposals", "main nav a"],
  ["/custody", "/custody", "main nav a"],
  ["/refill", "/refill", "main h1"],
  ["/jobs", "/jobs", "main h2"],
  ["/lists/:list", "/lists/disposal-methods", ".list-records"],
];

/** The screens that these tests check in both. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  "overview/overview": ["/overview"],
  "articles/list": ["/articles"],
  "locations/appearance": ["/locations", "/locations/:id", "/locations/:id/labels", "/locations/:id/sheet"],
  "requests/requests": [
    ...["/requests", "/requests/transfers", "/requests/transfers/:id"],
    "/requests/proposals/:id",
  ],
  "../story/cycle-count": ["/stocktakes/plans", "/stocktakes/plans/new", "/stocktakes/plans/:id"],
  "stocktakes/results": ["/stocktakes/:id/results"],
  "backup/appearance": ["/system/backup/new", "/system/backup/:id"],
  "restore/restore": ["/restore", "/system/backup/restore"],
  "exchange/export": ["/exchange", "/exchange/:id"],
  "lists/lists": ["/lists"],
  "people/restore": ["/people/confirm"],
  "people/appearance": [
    ...["/me", "/people", "/people/new", "/people/devices", "/people/pair"],
    ...["/people/service-accounts", "/people/webhooks", "/people/webhooks/:id", "/people/:id"],
  ],
  "printers/appearance": [
    ...["/printers", "/printers/new", "/printers/queue", "/printers/labels", "/printers/labels/new"],
    "/printers/labels/draw",
    ...["/printers/labels/:id", "/printers/:id"],
  ],
  "notices/notices": ["/system/notices"],
  "system/appearance": [
    ...["", "/settings", "/certificate", "/backup", "/upgrade", "/audit", "/security-log", "/licences"].map(
      (path) => `/system${path}`,
    ),
  ],
  "system/standby": ["/system/standby", "/standby"],
  "sites/sites": ["/sites"],
  "start/setup": ["/start"],
};

test("axe finds nothing on the screens that have no such test of their own, in light and dark", async () => {
  const server = await startServer();
  const consolePage = await openConsole();
  const { page } = consolePage;
  await consolePage.open(server.url, "/login");
  await page.locator("form input").first().waitFor();
  await expectAccessibleLayout(consolePage, "login", ["light", "dark"]);
  await logInConsole(consolePage, server, "manager");
  for (const [, address, element] of WALK) {
    await page.evaluate(`void (location.hash = ${JSON.stringify(address)})`);
    // The screen before may have the element, too.
    await page.reload();
    await page.locator(element).first().waitFor();
    await expectAccessibleLayout(consolePage, `walk${address.replace(/\W/g, "-")}`, ["light", "dark"]);
  }
});

/** The lists of a new server: an address, what is shown in place of rows, and the action where there is one. */
const EMPTY_LISTS: readonly (readonly [address: string, title: string, action?: string])[] = [
  ["/articles", "No articles yet", "Import articles"],
  ["/articles?q=saw", "No articles found"],
  ["/stocktakes", "No open stocktakes", "New stocktake"],
  ["/stocktakes?ended=1", "No closed or cancelled stocktakes yet"],
  ["/locations", "No locations yet", "Add location"],
  ["/requests/transfers", "No pending transfers"],
  ["/printers", "No printers yet", "Add printer"],
  ["/printers/queue", "No matching print requests"],
  ["/people/devices", "No paired devices", "Pair a device"],
  ["/people/service-accounts", "No service accounts", "Add a service account"],
  ["/people/webhooks", "No webhooks", "Add a webhook"],
  ["/jobs", "Nothing is running"],
  ["/system/audit?field=none", "No matching changes"],
];

test("an empty list says what is missing, and has a button for the next step where the user may take it", async () => {
  const { server } = await startNewServer();
  const consolePage = await openConsole();
  await logInFirstAdmin(consolePage, server);
  const { page } = consolePage;
  for (const [address, title, action] of EMPTY_LISTS) {
    await page.evaluate(`void (location.hash = ${JSON.stringify(address)})`);
    const empty = page.locator("#content div", { has: page.locator(`svg + p:text-is("${title}")`) }).last();
    await empty.waitFor();
    const buttons = await empty.locator("a, button").allInnerTexts();
    expect(buttons, address).toEqual(action === undefined ? [] : [action]);
    await expectAccessibleLayout(consolePage, `empty${address.replace(/\W/g, "-")}`, ["dark"]);
  }
});

test("each screen of the console has a test with axe", async () => {
  const folder = join(import.meta.dirname, "../../../src/web/console/screens");
  const sources = await Promise.all(
    (await readdir(folder)).map((name) => readFile(join(folder, name), "utf8")),
  );
  const screens = sources.flatMap((source) =>
    [...source.matchAll(/\{ path: "(.*?)"/g)].map(([, path]) => path),
  );
  const checked = [...WALK.map(([screen]) => screen), ...Object.values(ELSEWHERE).flat(), "/login"];
  expect(screens.filter((screen) => !checked.includes(screen ?? ""))).toEqual([]);
  for (const name of Object.keys(ELSEWHERE)) {
    const source = await readFile(join(import.meta.dirname, `${name}.test.ts`), "utf8");
    expect(source, name).toMatch(/\.axe\(\)|expectAccessibleLayout/);
  }
});
