import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CATALOGUE_CODES } from "../../../scripts/messages.ts";

const BUILT = join(import.meta.dirname, "../../../dist/web");
const ASSETS = readdirSync(join(BUILT, "assets"));
const PAGES = { terminal: "index.html", console: "console.html" } as const;

describe.each(Object.entries(PAGES))("the page of the %s", (name, page) => {
  test.each(CATALOGUE_CODES)("names its two files of texts in %s", (locale) => {
    const html = readFileSync(join(BUILT, page), "utf8");
    for (const part of ["first", "later"]) {
      const start = `${name}-${part}-texts-${locale}-`;
      const files = ASSETS.filter((file) => file.startsWith(start));
      expect(files).toHaveLength(1);
      expect(html).toContain(`<meta name="${part}-texts-${locale}" content="/assets/${files[0]}"`);
      const texts = JSON.parse(readFileSync(join(BUILT, "assets", files[0] ?? ""), "utf8"));
      expect(Object.keys(texts).length).toBeGreaterThan(100);
    }
  });
});

test("the service worker stores the terminal's texts of all languages, and none of the console", () => {
  const worker = readFileSync(join(BUILT, "sw.js"), "utf8");
  const stored = ASSETS.filter((file) => /-texts-/.test(file) && worker.includes(file));
  expect(stored).toEqual(ASSETS.filter((file) => /^terminal-.*-texts-/.test(file)));
});
