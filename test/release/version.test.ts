import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { RELEASED, VERSION } from "../../src/platform/version.ts";

const ROOT = join(import.meta.dirname, "../..");

test("the newest section of the changelog has the version of package.json and the date of RELEASED", () => {
  const [, version, date] =
    /^## (\S+) – (\S+)$/m.exec(readFileSync(join(ROOT, "CHANGELOG.md"), "utf8")) ?? [];
  expect({ version, date }).toEqual({
    version: VERSION.version,
    date: new Date(RELEASED).toISOString().slice(0, 10),
  });
});

test("the lock file has the version of package.json", () => {
  const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
  expect([lock.version, lock.packages[""].version]).toEqual([VERSION.version, VERSION.version]);
});
