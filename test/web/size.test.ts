import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type BuiltParts, filesOf, PARTS } from "../../scripts/built-parts.ts";
import { bundleSizes, consoleSize } from "../bench/terminal/sizes.ts";

const KB = 1000;

test("the terminal's first scripts are at most 61 KB compressed, without the camera's decoder", () => {
  const { firstScripts, decoder } = bundleSizes();
  expect(firstScripts).toBeGreaterThan(10 * KB);
  expect(firstScripts).toBeLessThanOrEqual(61 * KB);
  expect(decoder).toBeGreaterThan(60 * KB);
});

test.each(["offline/sync/article-changes.ts", "offline/outbox/send-commands.ts"])(
  "%s is not among the terminal's first scripts, because it is needed only after a login",
  (name) => {
    const parts = builtParts();
    const [script = ""] = filesOf(parts, name, { dynamic: false });
    expect(script).toMatch(/\.js$/);
    expect([...filesOf(parts, "index.html", { dynamic: false })]).not.toContain(script);
  },
);

test("the console's first load with the overview is at most 250 KB compressed", () => {
  expect(consoleSize()).toBeGreaterThan(20 * KB);
  expect(consoleSize()).toBeLessThanOrEqual(250 * KB);
});

test.each([
  ["terminal", "index.html", /^terminal\/screens\//],
  ["console", "console.html", /^console\/screens\//],
])("a screen of the %s needs at most 12 scripts, with those of its page", (_, page, screens) => {
  const parts = builtParts();
  const scriptsOf = (name: string) =>
    [...filesOf(parts, name, { dynamic: false })].filter((file) => file.endsWith(".js"));
  const needed = Object.keys(parts)
    .filter((name) => screens.test(name))
    .map((name) => ({ name, scripts: new Set([...scriptsOf(page), ...scriptsOf(name)]).size }));
  expect(needed.length).toBeGreaterThan(2);
  expect(needed.filter(({ scripts }) => scripts > 12)).toEqual([]);
});

function builtParts(): BuiltParts {
  return JSON.parse(readFileSync(join(import.meta.dirname, "../../dist/web", PARTS), "utf8"));
}
