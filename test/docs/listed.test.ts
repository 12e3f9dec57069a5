import { expect, test } from "vitest";
import { placeholders } from "../../src/domain/placeholder-names.ts";
import { PRINTER_TYPES } from "../../src/printing/languages/printer-types.ts";
import { CATALOGUES } from "../../src/records/catalogues.ts";
import { FED } from "../../src/storage/database/feed-triggers.ts";
import { printerTypeText } from "../../src/web/console/printers/printer-types.ts";
import { readRepositoryFile } from "./pages.ts";

/** The name of a printer language on screen, without the makers of its printers. */
const nameOf = (type: string) => printerTypeText(type).split(" (")[0];

test.each([
  ["docs/integrate/api.md", "list", Object.values(CATALOGUES).map(({ path }) => `\`${path}\``)],
  ["docs/integrate/api.md", "printer type", PRINTER_TYPES.map(({ oid, name }) => `${oid} \`${name}\``)],
  ["docs/integrate/change-feed.md", "table", FED.map(({ table }) => `\`${table}\``)],
  ["docs/use/label-templates.md", "placeholder", placeholders.map((name) => `\`{{${name}}}\``)],
  [
    "docs/use/printers-and-labels.md",
    "printer language",
    PRINTER_TYPES.map(({ name }) => `| ${nameOf(name)} |`),
  ],
])("%s names each %s", (path, _, names) => {
  const text = readRepositoryFile(path);
  expect(names.filter((name) => !text.includes(name))).toEqual([]);
});
