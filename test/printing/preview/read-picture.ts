import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { prepareZXingModule, type ReadInputBarcodeFormat, readBarcodes } from "zxing-wasm/reader";

const wasm = fileURLToPath(import.meta.resolve("zxing-wasm/reader/zxing_reader.wasm"));
const { buffer } = new Uint8Array(await readFile(wasm));
// Given here, so that the bytes are not fetched from the internet.
prepareZXingModule({ overrides: { wasmBinary: buffer } });

/** Every bar code on the picture as "format: text", sorted. */
export async function codesOn(
  png: Uint8Array,
  formats: readonly ReadInputBarcodeFormat[] = ["QRCode", "Code128"],
): Promise<string[]> {
  const found = await readBarcodes(png, { formats: [...formats], tryHarder: true });
  return found.map(({ format, text }) => `${format}: ${text}`).sort();
}

export interface Ink {
  readonly width: number;
  readonly height: number;
  /** How many pixels are black. */
  readonly pixels: number;
  /** The first and the last column, and row, with a black pixel. */
  readonly columns: readonly [number, number];
  readonly rows: readonly [number, number];
}

/** Where the picture is black. */
export async function inkOn(png: Uint8Array): Promise<Ink> {
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const black = [...data.keys()].filter((at) => (data[at] ?? 255) < 128);
  const columns = black.map((at) => at % width);
  const rows = black.map((at) => Math.floor(at / width));
  const ends = (places: number[]): [number, number] => [
    places.reduce((least, place) => Math.min(least, place), Number.POSITIVE_INFINITY),
    places.reduce((most, place) => Math.max(most, place), -1),
  ];
  return { width, height, pixels: black.length, columns: ends(columns), rows: ends(rows) };
}
