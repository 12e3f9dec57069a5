import { expect, test } from "vitest";
import { filesOf } from "../../scripts/built-parts.ts";
import { builtParts, bundleSizes, consoleSizes } from "./built-sizes.ts";

// The ceilings are generous: they find a library that slips in by accident, not a few bytes of code.
const KB = 1000;

test("the terminal's first scripts are at most 80 KB compressed, without the camera's decoder", () => {
  const { firstScripts, decoder } = bundleSizes();
  expect(firstScripts).toBeGreaterThan(10 * KB);
  expect(firstScripts).toBeLessThanOrEqual(80 * KB);
  expect(decoder).toBeGreaterThan(60 * KB);
});

test("all later scripts of the terminal are at most 150 KB compressed, and its styles 18 KB", () => {
  const { laterScripts, styles } = bundleSizes();
  expect(laterScripts).toBeGreaterThan(50 * KB);
  expect(laterScripts).toBeLessThanOrEqual(150 * KB);
  expect(styles).toBeLessThanOrEqual(18 * KB);
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

test("the console's login needs at most 60 KB compressed, without the fonts", () => {
  expect(consoleSizes().login).toBeGreaterThan(20 * KB);
  expect(consoleSizes().login).toBeLessThanOrEqual(60 * KB);
});

test("the console's first load with the overview is at most 110 KB compressed, without the fonts", () => {
  expect(consoleSizes().overview).toBeGreaterThan(40 * KB);
  expect(consoleSizes().overview).toBeLessThanOrEqual(110 * KB);
});

test.each([
  ["terminal", "index.html", /^terminal\/screens\//],
  ["console", "console.html", /^console\/screens\//],
])("a screen of the %s needs at most 17 scripts, with those of its page", (_, page, screens) => {
  const parts = builtParts();
  const scriptsOf = (name: string) =>
    [...filesOf(parts, name, { dynamic: false })].filter((file) => file.endsWith(".js"));
  const needed = Object.keys(parts)
    .filter((name) => screens.test(name))
    .map((name) => ({ name, scripts: new Set([...scriptsOf(page), ...scriptsOf(name)]).size }));
  expect(needed.length).toBeGreaterThan(2);
  expect(needed.filter(({ scripts }) => scripts > 17)).toEqual([]);
});
