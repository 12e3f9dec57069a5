import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "rolldown/utils";
import { expect, test } from "vitest";
import { SOURCE } from "./imports.ts";

// An effect of useEffect runs after the screen is painted: what the user does in between is missed by a listener, and
// a focus that moves then takes what is being typed.

const LISTENS_OR_FOCUSES = /\b(?:addEventListener|onNavigation|showModal)\(|\.(?:focus|select)\(/;

test("what listens to the user or moves the focus runs before the screen is painted", () => {
  const files = globSync("web/**/*.{ts,tsx}", { cwd: SOURCE });
  let seen = 0;
  const found: string[] = [];
  for (const file of files) {
    const text = readFileSync(join(SOURCE, file), "utf8");
    new Visitor({
      CallExpression({ callee, start, end }) {
        if (callee.type !== "Identifier" || callee.name !== "useEffect") return;
        seen += 1;
        if (LISTENS_OR_FOCUSES.test(text.slice(start, end)))
          found.push(`${file}:${text.slice(0, start).split("\n").length}`);
      },
    }).visit(parseSync(file, text).program);
  }
  expect(seen).toBeGreaterThan(50);
  expect(found).toEqual([]);
});
