import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import sharp from "sharp";
import { expect, test } from "vitest";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { SAMPLE_BARCODES } from "../../../src/help/barcode-sheet.ts";
import { FORMATS } from "../../../src/web/scanner/detector.ts";
import { startServer } from "../../harness/server.ts";

// The decoder of the terminals, loaded from the disk.
const wasm = readFileSync(createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm"));
prepareZXingModule({ overrides: { wasmBinary: wasm.buffer as ArrayBuffer } });

test("the sheet of sample barcodes has each kind that the camera reads, and each is read as the page says", async () => {
  const server = await startServer();
  const { text } = await server.anonymous.get("/help/en/use/barcodes");
  const pictures = text.match(/<svg[\s\S]*?<\/svg>/g) ?? [];
  const formats = new Set<string>();
  const read: string[] = [];
  for (const svg of pictures) {
    const png = await sharp(Buffer.from(svg), { density: 144 })
      .flatten({ background: "white" })
      .png()
      .toBuffer();
    for (const { format, text: code } of await readBarcodes(png, { tryHarder: true, textMode: "Plain" })) {
      formats.add(format);
      read.push(code.replaceAll("\x1d", ""));
    }
  }
  expect(read).toEqual(SAMPLE_BARCODES.map((one) => one.read ?? one.text));
  const name = (format: string) => format.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  expect([...formats].map(name).toSorted()).toEqual(FORMATS.map(name).toSorted());
});
