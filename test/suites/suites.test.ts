import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesBySuite, PACKAGES, SUITES } from "./suites.ts";
import { tallyOf } from "./tally.ts";

const ROOT = join(import.meta.dirname, "../..");
const suites = filesBySuite();
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

test("every test file is in exactly one suite", () => {
  const files = globSync("test/**/*.{test,spec}.*", { cwd: ROOT, exclude: PACKAGES }).toSorted();
  expect(SUITES.flatMap((suite) => suites[suite]).toSorted()).toEqual(files);
});

test("a test whose imports reach a browser is a browser test, and one without is not", () => {
  expect(suites.browser).toContain("test/web/count/quantity-pad.test.ts");
  expect(suites.browser).toContain("test/web/console/live.test.ts");
  expect(suites.server).toContain("test/web/served-files.test.ts");
  expect(suites.server).toContain("test/web/scanner/wedge.test.ts");
});

test("a test that replaces a module is isolated: the files of the others share a process", () => {
  const replacing = globSync("test/**/*.test.ts", { cwd: ROOT, exclude: PACKAGES }).filter((file) =>
    /^vi\.(?:doM|m)ock\(/m.test(readFileSync(join(ROOT, file), "utf8")),
  );
  expect(replacing.length).toBeGreaterThan(3);
  expect(replacing.filter((file) => !suites.isolated.includes(file))).toEqual([]);
});

test("npm test, test:gate and test:night together run every suite", () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const sources = [scripts.test, read("scripts/verify.ts"), read("test/suites/night.ts")].join("\n");
  const elsewhere = ["other-browsers"];
  for (const suite of SUITES) expect(elsewhere.includes(suite) || sources.includes(suite), suite).toBe(true);
  expect(scripts.test).toContain("npm run verify");
});

test("the commit of the last night that passed has a name that Git takes", () => {
  expect(read("test/suites/last-night")).toMatch(/^[0-9a-f]{40}\n$/);
});

test("a test of sources starts no server, so that npm run verify takes little time", () => {
  expect(suites.source).toContain("test/structure/imports.test.ts");
  expect(suites.server).toContain("test/structure/client-types.test.ts");
});

test("no test is marked as only or skip", () => {
  const marked = globSync("test/**/*.test.ts", { cwd: ROOT, exclude: PACKAGES }).filter((file) =>
    /\b(?:test|describe|it)\.(?:only|skip|todo)\(/.test(readFileSync(join(ROOT, file), "utf8")),
  );
  expect(marked).toEqual([]);
});

test("the last line of a suite is read as its figures", () => {
  expect(tallyOf(["1 passed, 1 failed", "more", "12 passed, 3 failed", ""])).toEqual({
    passed: 12,
    failed: 3,
  });
  expect(tallyOf(["nothing ran"])).toBeNull();
});
