import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { SAMPLE_BARCODES } from "../../../src/help/barcode-sheet.ts";
import { FORMATS } from "../../../src/web/scanner/detector.ts";
import { startServer } from "../../harness/server.ts";

// The decoder of the terminals, loaded from the disk.
const wasm = readFileSync(createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm"));
prepareZXingModule({ overrides: { wasmBinary: wasm.buffer as ArrayBuffer } });

// In a process of its own: where photos are read, SVG is blocked.
const DRAW = `import { readFileSync } from "node:fs"; import sharp from "sharp";
process.stdout.write(await sharp(readFileSync(0), { density: 144 }).flatten({ background: "white" }).png().toBuffer());`;

test("the sheet of sample barcodes has each kind that the camera reads, and each is read as the page says", async () => {
  const server = await startServer();
  const { text } = await server.anonymous.get("/help/en/use/barcodes");
  const pictures = text.match(/<svg[\s\S]*?<\/svg>/g) ?? [];
  const formats = new Set<string>();
  const read: string[] = [];
  for (const svg of pictures) {
    const png = execFileSync(process.execPath, ["--input-type=module", "-e", DRAW], { input: svg });
    for (const { format, text: code } of await readBarcodes(png, { tryHarder: true, textMode: "Plain" })) {
      formats.add(format);
      read.push(code.replaceAll("\x1d", ""));
    }
  }
  expect(read).toEqual(SAMPLE_BARCODES.map((one) => one.read ?? one.text));
  const name = (format: string) => format.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  expect([...formats].map(name).toSorted()).toEqual(FORMATS.map(name).toSorted());
});
