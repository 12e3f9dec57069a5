import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { ZXING_WASM_SHA256 } from "barcode-detector/ponyfill";
import { expect, test } from "vitest";

test("the decoder's WebAssembly is the version of its detector; with another version the page hangs", () => {
  const file = createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm");
  expect(createHash("sha256").update(readFileSync(file)).digest("hex")).toBe(ZXING_WASM_SHA256);
});
