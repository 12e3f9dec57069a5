import { expect, test } from "vitest";
import { placeholders } from "../../src/domain/placeholder-names.ts";
import { PRINTER_TYPES } from "../../src/printing/languages/printer-types.ts";
import { CATALOGUES } from "../../src/records/catalogues.ts";
import { FED } from "../../src/storage/database/feed-triggers.ts";
import { LANGUAGE_NAMES } from "../../src/web/console/printers/language-names.ts";
import { readRepositoryFile } from "./pages.ts";

test.each([
  ["docs/integrate/api.md", "list", Object.values(CATALOGUES).map(({ path }) => `\`${path}\``)],
  ["docs/integrate/api.md", "printer type", PRINTER_TYPES.map(({ oid, name }) => `${oid} \`${name}\``)],
  ["docs/integrate/change-feed.md", "table", FED.map(({ table }) => `\`${table}\``)],
  ["docs/use/label-templates.md", "placeholder", placeholders.map((name) => `\`{{${name}}}\``)],
])("%s names each %s", (path, _, names) => {
  const text = readRepositoryFile(path);
  expect(names.filter((name) => !text.includes(name))).toEqual([]);
});

test("docs/use/console.md has a row for each section of the console, in their order", () => {
  // The module itself needs a browser.
  const sections = readRepositoryFile("src/web/console/navigation/sections.ts");
  const labels = Array.from(sections.matchAll(/label: msg\("([^"]+)"/g), ([, label]) => label);
  const [table = ""] = /^\| Section .*\n(?:\|.*\n)+/m.exec(readRepositoryFile("docs/use/console.md")) ?? [];
  const rows = Array.from(table.matchAll(/^\| \[?([^|\]]+?)(?: \||\])/gm), ([, name]) => name);
  expect(rows).toEqual(["Section", ...labels]);
  expect(labels.length).toBeGreaterThan(10);
});

test("docs/use/printers-and-labels.md names each printer language in a row of its table", () => {
  // The page writes ESC/POS.
  const text = readRepositoryFile("docs/use/printers-and-labels.md").replaceAll("/", "").toLowerCase();
  expect(PRINTER_TYPES.filter(({ name }) => !text.includes(`| ${name} |`))).toEqual([]);
});

test("the console names each printer language", () => {
  expect(Object.keys(LANGUAGE_NAMES).toSorted()).toEqual(PRINTER_TYPES.map(({ name }) => name).toSorted());
});
