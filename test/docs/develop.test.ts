import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { exists, readPages, readRepositoryFile } from "./pages.ts";

const SOURCE = join(import.meta.dirname, "../../src");
const architecture = readRepositoryFile("docs/develop/architecture.md");

test.each([
  ["src", ["main.ts"]],
  ["src/web", []],
])("the table of folders of %s/ in architecture.md names exactly its folders", (folder, files) => {
  const table = architecture.split(`| Folder of \`${folder}/\` |`)[1]?.split("\n\n")[0] ?? "";
  const firstCells = table.split("\n").map((row) => row.split("|")[1] ?? "");
  const named = firstCells.flatMap((cell) => Array.from(cell.matchAll(/`([^`]+?)\/?`/g), ([, name]) => name));
  const folders = readdirSync(join(SOURCE, "..", folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  expect(named.toSorted()).toEqual([...folders, ...files].toSorted());
});

test("every path of the repository that a page for engineers names exists", () => {
  const pages = readPages().filter(({ path }) => /^(docs\/develop\/|CONTRIBUTING|test\/README)/.test(path));
  const named = pages.flatMap(({ path: page, prose }) =>
    Array.from(
      prose.matchAll(/`((?:src|test|scripts|systemd|migrations|docs|\.ci|\.github)\/[^`\s]*)`/g),
      ([, path = ""]) => ({ page, path }),
    ),
  );
  // A path with a placeholder, as in `screens/<section>.ts`, is checked as far as the folder before it.
  const known = ({ path }: { path: string }) => exists(path.replace(/[^/]*[<…*{].*$/, ""));
  expect(named.filter((one) => !known(one))).toEqual([]);
  expect(named.length).toBeGreaterThan(50);
});
