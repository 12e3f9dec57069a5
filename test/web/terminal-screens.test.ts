import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

/** The screens of the terminal by the test that checks them with axe, in light and dark. */
const CHECKED: Readonly<Record<string, readonly string[]>> = {
  "access/appearance": ["/welcome", "/who"],
  "settings/more": [
    ...["/more", "/moved", "/about", "/pair", "/login"],
    ...["pair-device", "devices", "secrets", "storage", "scanner"].map((name) => `/settings/${name}`),
  ],
  "beyond/screens": [
    ...["/find", "/photo/:id", "/location/:id", "/location/:id/print", "/propose", "/propose/:serial"],
    ...["", "/move", "/dispose", "/print"].map((rest) => `/article/:id${rest}`),
    ...["", "/transfers", "/disposals", "/proposals"].map((rest) => `/mine${rest}`),
  ],
  "count/screens": [
    ...["/count", "/unsent"],
    ...["", "/state", "/finish", "/:location"].map((rest) => `/count/:inventory${rest}`),
    ...[
      ...[
        "pick",
        "choose",
        "multiply",
        "found/:operation",
        "entry/:operation",
        "asked/:seq",
        "quantity/:operation",
      ],
      ...["item", "note", "details"].map((name) => `${name}/:article/:item`),
    ].map((rest) => `/count/:inventory/:location/${rest}`),
  ],
  "access/pairing": ["/pair/:code"],
  "story/codes": ["/code/:code"],
  "tags/read-tags": ["/tags/count/:inventory/:location", "/tags/count/:inventory/:location/:epc"],
  "tags/screens": ["/tags/here", "/tags/find/:id", "/tags/settings"],
  "refill/story": ["/location/:id/refill"],
  "custody/kiosk": ["/kiosk", "/kiosk/open"],
  "story/custody": ["/article/:id/custody"],
};

test("each screen of the terminal has a test with axe", async () => {
  const folder = join(import.meta.dirname, "../../src/web/terminal/screens");
  const sources = await Promise.all(
    (await readdir(folder)).map((name) => readFile(join(folder, name), "utf8")),
  );
  const screens = sources.flatMap((source) =>
    [...source.matchAll(/\{\s*path: "(.*?)"/g)].map(([, path]) => path ?? ""),
  );
  const checked = Object.values(CHECKED).flat();
  expect(screens.filter((screen) => !checked.includes(screen))).toEqual([]);
  expect(checked.filter((screen) => !screens.includes(screen))).toEqual([]);
  for (const name of Object.keys(CHECKED)) {
    const source = await readFile(join(import.meta.dirname, `${name}.test.ts`), "utf8");
    expect(source, name).toMatch(/\.axe\(\)|expectReadable\(/);
  }
});
