import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openConsole } from "../../harness/console.ts";
import { startServer, type TestServer } from "../../harness/server.ts";
import { check } from "../../import/uploads.ts";
import { createShop } from "../../printing/queue/printers.ts";
import { pairSharedTerminal } from "../../security/terminal.ts";
import { type Appearance, expectAccessibleLayout } from "./appearance.ts";
import { openConsoleAs } from "./log-in.ts";
import { logInFirstAdmin, startNewServer } from "./new-server.ts";

type Screen = readonly [screen: string, address: string, element: string];

/** Screens of a user: an address, and an element that the screen has once it is complete. */
interface Walk {
  readonly of: string;
  readonly userName: string;
  readonly start: () => Promise<{ readonly server: TestServer; readonly screens: readonly Screen[] }>;
}

const WALKS: readonly Walk[] = [
  { of: "the stock and its stocktakes", userName: "manager", start: startStock },
  { of: "people and devices", userName: "admin", start: startPeople },
  { of: "printers and labels", userName: "admin", start: startPrinters },
  { of: "the system", userName: "admin", start: startSystem },
  { of: "imports and exports", userName: "admin", start: startImports },
];

const STOCK: readonly Screen[] = [
  ["/stocktakes", "/stocktakes", "[data-row]"],
  ["/stocktakes/new", "/stocktakes/new", "form input"],
  ["/stocktakes/:id", "/stocktakes/1", "main form input"],
  ["/stocktakes/:id", "/stocktakes/2", "main table"],
  ["/stocktakes/:id", "/stocktakes/7", "main table"],
  ["/stocktakes/:id/waiting", "/stocktakes/6/waiting", "main nav a"],
  ["/stocktakes/:id/sheets", "/stocktakes/2/sheets", ".sheet table"],
  ["/stocktakes/:id/close", "/stocktakes/6/close", "main h2"],
  ["/articles", "/articles?q=A00007", "[data-row]"],
  ["/articles/movements", "/articles/movements", "[data-row]"],
  ["/articles/new", "/articles/new", "form input"],
  ["/articles/:id", "/articles/72", ".label-preview img"],
  ["/locations", "/locations", "[role=treeitem]"],
  ["/locations/:id", "/locations/5", ".location-panel [data-row]"],
  ["/locations/:id/labels", "/locations/2/labels", ".label-preview img"],
  ["/locations/:id/sheet", "/locations/2/sheet", "main select"],
  ["/requests/transfers", "/requests/transfers?show=all", "[data-row]"],
  ["/requests/transfers/:id", "/requests/transfers/1", ".request-facts"],
  ["/requests/disposals", "/requests/disposals", "[data-row]"],
  ["/requests/disposals/:id", "/requests/disposals/1", ".request-facts"],
  ["/requests/proposals", "/requests/proposals", "[data-row]"],
  ["/custody", "/custody", "main nav a"],
  ["/refill", "/refill", "main h1"],
  ["/jobs", "/jobs", "main h2"],
  ["/lists/:list", "/lists/disposal-methods", ".list-records"],
];

const PEOPLE: readonly Screen[] = [
  ["/people", "/people", "text=Ina Mala"],
  ["/people/new", "/people/new", "input[name=pin]"],
  ["/people/:id", "/people/2", "input[name=pin]"],
  ["/people/devices", "/people/devices", 'b:text("Gate 3")'],
  ["/people/service-accounts", "/people/service-accounts", 'h2:text("Zebra ERP")'],
  ["/people/webhooks", "/people/webhooks", 'h2:text("Zebra ERP")'],
  ["/people/webhooks/:id", "/people/webhooks/1", 'h1:text("Zebra ERP")'],
  ["/people/pair", "/people/pair", "svg.is-qr"],
  ["/me", "/me", "input[name=new]"],
];

const PRINTERS: readonly Screen[] = [
  ["/printers", "/printers", "#content >> text=/Ready|Připravena/"],
  ["/printers/new", "/printers/new", "#content >> text=/9100/"],
  ["/printers/:id", "/printers/1", "form input"],
  ["/printers/queue", "/printers/queue", "#content >> text=/^(May have been printed|Mohlo se vytisknout)$/"],
  ["/printers/queue", "/printers/queue?item=1", "#content >> text=/203 dpi/"],
  ["/printers/labels", "/printers/labels", "#content >> text=/ESC\\/POS/"],
  ["/printers/labels/new", "/printers/labels/new", "#content >> text=/203 dpi,/"],
  ["/printers/labels/draw", "/printers/labels/draw", "#content >> text=/^Text: {{name}}$/"],
  ["/printers/labels/:id", "/printers/labels/3", "#content >> text=/CODEPAGE UTF-8/"],
];

const SYSTEM: readonly Screen[] = [
  ["/system", "/system", ".screen .to-scan svg"],
  ["/system/settings", "/system/settings", ".screen form input"],
  ["/system/company", "/system/company", ".screen form input"],
  ["/system/certificate", "/system/certificate", "#cert-now"],
  ["/system/backup", "/system/backup", "#restore"],
  ["/system/upgrade", "/system/upgrade", "#upgrade-version"],
  ["/system/audit", "/system/audit", ".screen [data-row]"],
  ["/system/security-log", "/system/security-log", ".screen table[aria-busy=false]"],
  ["/system/licences", "/system/licences", "details.licence"],
];

/** The screens that these tests check. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  "overview/overview": ["/overview"],
  "../story/cycle-count": ["/stocktakes/plans", "/stocktakes/plans/new", "/stocktakes/plans/:id"],
  "backup/appearance": ["/system/backup/new", "/system/backup/:id"],
  "restore/restore": ["/restore", "/system/backup/restore"],
  "lists/lists": ["/lists"],
  "people/restore": ["/people/confirm"],
  "notices/notices": ["/system/notices"],
  "system/standby": ["/system/standby", "/standby"],
  "sites/sites": ["/sites"],
  "start/setup": ["/start"],
};

const APPEARANCES: readonly Appearance[] = [
  { name: "desktop", schemes: ["light", "dark"], options: {} },
  { name: "phone", schemes: ["light"], options: { language: "cs", width: 360, height: 740 } },
];

test.for(WALKS.flatMap((walk) => APPEARANCES.map((appearance) => ({ ...walk, ...appearance }))))(
  "the screens of $of are readable and complete: $name",
  async ({ userName, start, name, schemes, options }) => {
    const { server, screens } = await start();
    const { consolePage, page } = await openConsoleAs(userName, "/me", { server, ...options });
    for (const [, address, element] of screens) {
      await page.evaluate(`void (location.hash = ${JSON.stringify(address)})`);
      // The screen before may have the element, too.
      await page.reload();
      await page.locator(element).first().waitFor();
      await expectAccessibleLayout(consolePage, `${name}${address.replace(/\W/g, "-")}`, schemes);
    }
  },
);

test("the login is readable and complete", async () => {
  const server = await startServer();
  const consolePage = await openConsole();
  await consolePage.open(server.url, "/login");
  await consolePage.page.locator("form input").first().waitFor();
  await expectAccessibleLayout(consolePage, "login", ["light", "dark"]);
});

async function startStock() {
  const server = await startServer();
  const [user, manager] = [await server.as("user"), await server.as("manager")];
  const { body: proposal } = await user.post("/api/articles/pwa-request", {
    name: "Label printer",
    articleCategoryID: 1,
    articleTypeID: 1,
    note: "For the dock",
  });
  const template = "^XA^FO20,20^A0N,30^FD{{code}} {{name}}^FS^XZ";
  await (await server.as("admin")).post("/api/printingformats", {
    name: "Shelf",
    template,
    printerTypeId: 3,
    subject: "location",
  });
  const move = { fromLocationId: 5, toLocationId: 6, quantity: 1 };
  expect((await manager.post("/api/articles/72/locations/move", move)).status).toBe(200);
  const { body: items } = await manager.get("/api/inventories/6/items");
  const made: readonly Screen[] = [
    ["/requests/proposals/:id", `/requests/proposals/${proposal.oid}`, ".request-facts"],
    ["/stocktakes/:id/results", `/stocktakes/6/results?item=${items[0].oid}`, "aside h2"],
  ];
  return { server, screens: [...STOCK, ...made] };
}

async function startPeople() {
  const server = await startServer({ settings: { DEVICE_TOKEN_EXPIRATION_DAYS: "10" } });
  const { body } = await server.admin.post("/api/device-auth/generate-code");
  await server.anonymous.post("/api/device-auth/activate", { code: body.code, deviceName: "Gate 3" });
  const scopes = ["articles:read", "articles:write", "inventories:read", "labels:print"];
  await server.admin.post("/api/service-accounts", { name: "Zebra ERP", scopes });
  const types = ["inventory.closed", "article.changed", "label.failed"];
  const url = "https://erp.example/hooks/a-very-long-path/that-has-to-wrap-somewhere/0123456789abcdef";
  await server.admin.post("/api/webhooks", { name: "Zebra ERP", url, types });
  return { server, screens: PEOPLE };
}

/** A printer whose last label may have been printed. */
async function startPrinters() {
  const shop = await createShop({ language: "zpl" });
  shop.printer.setFaults({ resetAfter: 20 });
  await shop.becomes(await shop.print(), { stateId: 4 });
  shop.printer.clearFaults();
  return { server: shop.server, screens: PRINTERS };
}

/** A server with HTTPS and security events of several kinds, some of them failures. */
async function startSystem() {
  const server = await startServer({ settings: { HTTPS_PORT: "0" } });
  const admin = await server.as("admin");
  await admin.put("/api/articles/1", { name: "Another name" });
  const { logIn } = await pairSharedTerminal(server);
  await logIn(3, "3333");
  const wrong = () => server.anonymous.post("/api/pwa-auth/login", { userId: 3, pin: "8001" });
  for (let i = 0; i < 6; i++) await wrong();
  await (await server.as("user")).get("/api/users");
  await admin.put("/api/users/3", { roles: ["Manager", "User"] });
  await admin.put("/api/settings", { terminalLockMinutes: 10, quantityWarningFactor: 20 });
  await admin.get("/api/export/users");
  return { server, screens: SYSTEM };
}

/** A file with errors, and an import that is done. */
async function startImports() {
  const server = await startServer();
  const file = "Code,Name,Category,Type,Price,Colour\nX1,Chair,Chairs,Office,dear,red\nA000001,Other,,,5,red";
  const { body: faulty } = await check(server.admin, "articles", file, { fileName: "faulty.csv" });
  const { body: good } = await check(server.admin, "locations", "Path\nHall 9", { fileName: "good.csv" });
  await server.admin.put(`/api/imports/${good.id}/apply`);
  const step = (name: string, element: string) =>
    ["/exchange/:id", `/exchange/${faulty.id}?step=${name}`, element] as const;
  const screens: readonly Screen[] = [
    ["/exchange", "/exchange", "text=good.csv"],
    step("file", ".import-raw .is-header"),
    step("columns", ".import-columns"),
    step("fix", ".import-grid tbody tr"),
    step("import", ".import-summary"),
    ["/exchange/:id", `/exchange/${good.id}`, "[data-tone=success]"],
    ["/exchange/:id", "/exchange/7", "[class*=banner]:not([data-tone])"],
  ];
  return { server, screens };
}

/** The lists of a new server: an address, what is shown in place of rows, and the action where there is one. */
const EMPTY_LISTS: readonly (readonly [address: string, title: string, action?: string])[] = [
  ["/articles", "No articles yet", "Import articles"],
  ["/articles?q=saw", "No articles found"],
  ["/stocktakes", "No open stocktakes", "New stocktake"],
  ["/stocktakes?ended=1", "No closed or cancelled stocktakes yet"],
  ["/locations", "No locations yet", "Add location"],
  ["/requests/transfers", "No pending transfers"],
  ["/printers", "No printers yet", "Add printer"],
  ["/printers/queue", "No print requests"],
  ["/people/devices", "No paired devices", "Pair a device"],
  ["/people/service-accounts", "No service accounts", "Add a service account"],
  ["/people/webhooks", "No webhooks", "Add a webhook"],
  ["/jobs", "Nothing is running"],
  ["/system/audit?field=none", "Nothing matches the filters"],
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
    await expect
      .poll(async () => [address, ...(await empty.locator("a, button").allInnerTexts())])
      .toEqual(action === undefined ? [address] : [address, action]);
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
  const checked = [
    ...[...STOCK, ...PEOPLE, ...PRINTERS, ...SYSTEM].map(([screen]) => screen),
    ...Object.values(ELSEWHERE).flat(),
    ...["/login", "/requests", "/requests/proposals/:id", "/stocktakes/:id/results"],
    ...["/exchange", "/exchange/:id"],
  ];
  expect(screens.filter((screen) => !checked.includes(screen ?? ""))).toEqual([]);
  for (const name of Object.keys(ELSEWHERE)) {
    const source = await readFile(join(import.meta.dirname, `${name}.test.ts`), "utf8");
    expect(source, name).toMatch(/\.axe\(\)|expectAccessibleLayout/);
  }
});
