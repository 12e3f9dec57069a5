import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SOURCE } from "./imports.ts";

// A list with filters or pages is a `ListScreen` (src/web/console/list-screen), which declares it and has the defaults
// of all lists.

/** Lists put together by hand: the file, with the reason. Each change of this table removes a line. */
const BY_HAND: Readonly<Record<string, string>> = {
  "articles/list/list.tsx":
    "chosen columns, a sort order, bulk edits of all matches, a scan that opens its article",
  "stocktakes/decide/location-totals.tsx": "pages of rows that are all loaded, in a tab of a stocktake",
  "stocktakes/decide/results.tsx": "decisions on the results of a stocktake, in a tab of it",
  "stocktakes/sheets/sheets.tsx": "pages of rows that are all loaded, in a tab of a stocktake",
};

const TABLE = /<DataTable\b/;
const PAGES_OR_FILTERS = /\b(?:usePaging|localPaging|changeQuery)\(/;

test("each list of the console with filters or pages is declared by ListScreen", () => {
  const root = join(SOURCE, "web/console");
  const files = globSync("**/*.tsx", { cwd: root, exclude: ["list-screen/**"] });
  const textOf = (file: string) => readFileSync(join(root, file), "utf8");
  const declared = files.filter((file) => textOf(file).includes("<ListScreen"));
  expect(declared.length).toBeGreaterThan(7);
  const found = files.filter((file) => TABLE.test(textOf(file)) && PAGES_OR_FILTERS.test(textOf(file)));
  expect(found.toSorted()).toEqual(Object.keys(BY_HAND));
});
