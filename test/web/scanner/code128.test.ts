import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { code128 } from "../../../src/web/scanner/code128.tsx";
import { LABEL } from "../../../src/web/scanner/layout-choice.tsx";
import { drawBars } from "./draw-bars.ts";

// The decoder is loaded from the disk.
const wasm = readFileSync(createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm"));
prepareZXingModule({ overrides: { wasmBinary: wasm.buffer as ArrayBuffer } });

const EVERY_SIGN = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join("");

test.each([LABEL, "INV-000001", EVERY_SIGN.slice(0, 48), EVERY_SIGN.slice(48)])(
  "the decoder reads the Code 128 of %s",
  async (text) => {
    const found = await readBarcodes(drawBars(code128(text)), { formats: ["Code128"] });
    expect(found.map((code) => code.text)).toEqual([text]);
  },
);
