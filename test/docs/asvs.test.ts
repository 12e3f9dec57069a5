import { expect, test } from "vitest";
import { exists, readRepositoryFile } from "./pages.ts";

// The page for auditors: each requirement that is met names what shows it.

/** A path of the repository, or a link to a page or a heading. */
const PLACE = /`((?:src|test|scripts)\/[\w./-]*|package\.json)`|\]\(([^)\s]+)\)/g;

/** The cells of the sections: number, met, does not apply, open. */
const rows = readRepositoryFile("docs/operate/asvs.md")
  .split("\n")
  .filter((line) => /^\| \d/.test(line))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
const met = rows.flatMap(([, cell = ""]) => cell.split(" · ")).filter((text) => /^\d+\.\d+\.\d+/.test(text));

test("the sections have four cells", () => {
  expect(rows.filter((cells) => cells.length !== 4)).toEqual([]);
});

test("each requirement that is met names a test, a page or a place in the source that shows it", () => {
  // test/docs/links.test.ts checks where links lead.
  const isShown = (text: string) =>
    Array.from(text.matchAll(PLACE)).some(([, path, link]) => link !== undefined || exists(path ?? ""));
  expect(met.filter((text) => !isShown(text))).toEqual([]);
  expect(met.length).toBeGreaterThan(100);
});
