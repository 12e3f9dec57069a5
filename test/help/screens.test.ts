import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { MANUAL } from "../../src/help/manual.ts";
import { MANUAL_PAGES as CONSOLE } from "../../src/web/console/layout/manual-pages.ts";
import { type ManualPages, manualAddress } from "../../src/web/router/manual-address.ts";
import { MANUAL_PAGES as TERMINAL } from "../../src/web/terminal/layout/manual-pages.ts";

type Expected = Readonly<Record<string, readonly string[]>>;

const below = (path: string, ...rest: readonly string[]) => rest.map((one) => path + one);

/** The screens of the console by the page of the manual that is about them. */
const OF_CONSOLE: Expected = {
  "use/console": [
    ...["/overview", "/jobs", "/login", "/start", "/sites"],
    ...["/system/audit", "/system/licences"],
  ],
  "use/articles": below("/articles", "", "/new", "/movements", "/:id"),
  "use/locations": below("/locations", "", "/:id", "/:id/labels", "/:id/sheet"),
  "use/custody": ["/custody"],
  "use/refill": ["/refill"],
  "use/requests": below(
    "/requests",
    ...["", "/transfers", "/transfers/:id", "/disposals", "/disposals/:id", "/proposals", "/proposals/:id"],
  ),
  "use/legal": ["/system/company"],
  "use/stocktake": [
    ...below("/stocktakes", "", "/new", ...below("/:id", "", "/close", "/results", "/sheets", "/waiting")),
  ],
  "use/cycle-counts": below("/stocktakes/plans", "", "/new", "/:id"),
  "use/import-and-export": ["/exchange", "/exchange/:id"],
  "use/lists": ["/lists", "/lists/:list"],
  "use/people-and-devices": below(
    "/people",
    ...[
      "",
      "/new",
      "/:id",
      "/confirm",
      "/devices",
      "/pair",
      "/service-accounts",
      "/webhooks",
      "/webhooks/:id",
    ],
  ),
  "use/printers-and-labels": below("/printers", "", "/new", "/:id", "/queue", "/labels"),
  "use/label-templates": ["/printers/labels/new"],
  "use/label-designer": ["/printers/labels/draw", "/printers/labels/:id"],
  "operate/settings": ["/system/settings"],
  "operate/https": ["/system/certificate"],
  "operate/backup": below("/system/backup", "", "/new", "/:id"),
  "operate/restore": ["/restore", "/system/backup/restore"],
  "operate/upgrade": ["/system/upgrade"],
  "operate/standby": ["/standby", "/system/standby"],
  "operate/notices": ["/system/notices"],
  "operate/security-log": ["/system/security-log"],
  "operate/second-factor": ["/me"],
  "operate/troubleshooting": ["/system"],
};

/** The same of the terminal. */
const OF_TERMINAL: Expected = {
  "use/terminal": [
    ...["/welcome", "/who", "/login", "/find", "/more", "/about", "/settings/scanner"],
    ...below("/count", "", "/:inventory", "/:inventory/state", "/:inventory/finish", "/:inventory/:location"),
    ...below(
      "/count/:inventory/:location",
      ...[
        "/pick",
        "/choose",
        "/found/:operation",
        "/entry/:operation",
        "/quantity/:operation",
        "/asked/:seq",
      ],
      ...["/item/:article/:item", "/note/:article/:item", "/details/:article/:item"],
    ),
  ],
  "use/count-card": ["/count/:inventory/:location/multiply"],
  "use/terminal-interruptions": ["/unsent", "/settings/storage"],
  "use/rfid": [
    ...below("/tags/count/:inventory/:location", "", "/:epc"),
    ...below("/tags", "/here", "/find/:id", "/settings"),
  ],
  "use/articles": ["/article/:id", "/code/:code", "/photo/:id"],
  "use/locations": ["/location/:id"],
  "use/refill": ["/location/:id/refill"],
  "use/printers-and-labels": ["/article/:id/print", "/location/:id/print"],
  "use/custody": ["/mine", "/article/:id/custody", "/kiosk", "/kiosk/open"],
  "use/requests": [
    ...["/article/:id/move", "/article/:id/dispose", "/propose", "/propose/:serial"],
    ...below("/mine", "/transfers", "/disposals", "/proposals"),
  ],
  "use/people-and-devices": ["/pair", "/pair/:code", "/settings/pair-device", "/settings/devices"],
  "operate/passwords-and-pins": ["/settings/secrets"],
  "operate/https": ["/moved"],
};

function screensOf(app: string): string[] {
  const folder = join(import.meta.dirname, `../../src/web/${app}/screens`);
  return readdirSync(folder).flatMap((name) =>
    [...readFileSync(join(folder, name), "utf8").matchAll(/\{\s*path: "(.*?)"/g)].map(
      ([, path]) => path ?? "",
    ),
  );
}

test.each<[string, ManualPages, Expected]>([
  ["console", CONSOLE, OF_CONSOLE],
  ["terminal", TERMINAL, OF_TERMINAL],
])("the question mark of each screen of the %s opens the page that is about it", (app, pages, expected) => {
  const wanted = Object.entries(expected).flatMap(([page, screens]) =>
    screens.map((screen) => [screen, page]),
  );
  const opened = screensOf(app).map((screen) => {
    const address = manualAddress(pages, `${screen.replaceAll(/:\w+/g, "7")}?q=1`, "en");
    return [screen, address.replace("/help/en/", "")];
  });
  expect(opened.toSorted()).toEqual(wanted.toSorted());
  const existing = MANUAL.flatMap(({ folder, pages: names }) => names.map((name) => `${folder}/${name}`));
  expect(pages.map(([, page]) => page).filter((page) => !existing.some((name) => name === page))).toEqual([]);
});
