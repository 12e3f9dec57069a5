import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CATALOGUE_CODES } from "../../../scripts/messages.ts";

const BUILT = join(import.meta.dirname, "../../../dist/web");
const ASSETS = readdirSync(join(BUILT, "assets"));
const PAGES = [
  { name: "terminal", page: "index.html", parts: ["first", "later"] },
  { name: "console", page: "console.html", parts: ["first", "overview", "later"] },
];

describe.each(PAGES)("the page of the $name", ({ name, page, parts }) => {
  test.each(CATALOGUE_CODES)("names its files of texts in %s", (locale) => {
    const html = readFileSync(join(BUILT, page), "utf8");
    for (const part of parts) {
      const start = `${name}-${part}-texts-${locale}-`;
      const files = ASSETS.filter((file) => file.startsWith(start));
      expect(files).toHaveLength(1);
      expect(html).toContain(`<meta name="${part}-texts-${locale}" content="/assets/${files[0]}"`);
      const texts = JSON.parse(readFileSync(join(BUILT, "assets", files[0] ?? ""), "utf8"));
      expect(Object.keys(texts).length).toBeGreaterThan(50);
    }
  });
});

test("the service worker stores the terminal's texts of all languages, and none of the console", () => {
  const worker = readFileSync(join(BUILT, "sw.js"), "utf8");
  const stored = ASSETS.filter((file) => /-texts-/.test(file) && worker.includes(file));
  expect(stored).toEqual(ASSETS.filter((file) => /^terminal-.*-texts-/.test(file)));
});
