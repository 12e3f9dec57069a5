import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import sharp from "sharp";
import { prepareZXingModule, writeBarcode } from "zxing-wasm/writer";
import type { Picture } from "./draw-bars.ts";

// The encoder is loaded from the disk.
const wasm = readFileSync(createRequire(import.meta.url).resolve("zxing-wasm/writer/zxing_writer.wasm"));
prepareZXingModule({ overrides: { wasmBinary: wasm.buffer as ArrayBuffer } });

type Symbology = "QRCode" | "DataMatrix" | "Code128";

/** Draws a code as on a label, with another encoder than the server's. `isGs1`: GS1 elements, their identifiers in brackets. */
export async function drawSymbol(format: Symbology, text: string, isGs1 = false): Promise<Picture> {
  const scale = format === "Code128" ? 2 : 4;
  const { image, error } = await writeBarcode(text, { format, scale, ...(isGs1 && { options: "gs1" }) });
  if (image === null) throw new Error(error);
  const { data, info } = await sharp(await image.arrayBuffer())
    .extend({ top: 40, bottom: 40, left: 40, right: 40, background: "white" })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: Uint8ClampedArray.from(data), width: info.width, height: info.height, colorSpace: "srgb" };
}
