import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SOURCE } from "./imports.ts";

// The fields of forms are components of src/web/ui, which link label, hint and error with the control.

const RAW = /<label\b|type="password"/g;

test("labels and password inputs are in components of src/web/ui", () => {
  const files = globSync("web/**/*.tsx", { cwd: SOURCE, exclude: ["web/ui/**"] });
  expect(files.length).toBeGreaterThan(200);
  const found = files.flatMap((file) => {
    const text = readFileSync(join(SOURCE, file), "utf8");
    return (text.match(RAW) ?? []).map((match) => `${file}: ${match}`);
  });
  expect(found).toEqual([]);
});
