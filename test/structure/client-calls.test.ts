import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SOURCE } from "./imports.ts";

// Endpoints are called by their names, which are checked against the endpoint declarations.

const WEB = join(SOURCE, "web");
/** The path of an endpoint in quotes, outside a call, a type and a comment. */
const PATH =
  /(?<!\bcall\(\s*|\b(?:InputOf<|ResponseOf<|Endpoints\[)|(?:\/\/|\*) .*)["'`](?:[A-Z]+ )?\/api\/[^"'`]*/g;
/** Declares what a response is, instead of taking it from the request. */
const ASSERTED = /(?<!function )\b(?:ask|askAsUser|askAsTerminal|askIfChanged|requestTagged|runJob)</g;

const files = globSync("**/*.{ts,tsx}", { cwd: WEB, exclude: ["api/**"] });

/** All matches in the client, outside src/web/api. */
function find(pattern: RegExp): string[] {
  return files.toSorted().flatMap((file) => {
    const text = readFileSync(join(WEB, file), "utf8");
    return (text.match(pattern) ?? []).map((match) => `${file}: ${match}`);
  });
}

test("no path of an endpoint stands outside its call", () => {
  expect(files.length).toBeGreaterThan(400);
  expect(find(PATH)).toEqual([]);
});

test("no request asserts the type of its response", () => {
  expect(find(ASSERTED)).toEqual([]);
});
