import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SOURCE } from "./imports.ts";

// The lengths of texts are rules: src/domain states each once, for the server's schemas and the fields of the clients.

/** A length as a number, in an attribute or a constant. */
const LENGTH = /\b(?:max|min)Length(?:=\{|: )[^},]*\b\d+|\b(?:MAX|MIN)_\w*LENGTH = \d+/g;

test("the fields of the clients take the lengths of texts from src/domain", () => {
  const files = globSync("web/**/*.{ts,tsx}", { cwd: SOURCE, exclude: ["web/api/types/**"] });
  expect(files.length).toBeGreaterThan(400);
  const found = files.flatMap((file) => {
    const text = readFileSync(join(SOURCE, file), "utf8");
    return (text.match(LENGTH) ?? []).map((match) => `${file}: ${match}`);
  });
  expect(found.toSorted()).toEqual([]);
});
