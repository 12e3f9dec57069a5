import { inflateSync } from "node:zlib";
import sharp from "sharp";
import { codesOn } from "../preview/read-picture.ts";

// What a sheet of labels shows: the labels' places, and the codes that a camera reads on them.

const MM_A_POINT = 25.4 / 72;
/** Pixels a millimetre. */
const SCALE = 12;

/** A rectangle in millimetres from the upper left corner of the page. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** One label of a page. */
export interface ReadLabel {
  readonly place: Place;
  /** Filled rectangles: the dark modules of the code. */
  readonly dark: readonly Place[];
}

/** A page with its size in millimetres. */
export interface ReadPage {
  readonly width: number;
  readonly height: number;
  readonly labels: readonly ReadLabel[];
}

const NUMBER = "(-?[\\d.]+)";
const RECTANGLE = new RegExp(`${NUMBER} ${NUMBER} ${NUMBER} ${NUMBER} re( W n)?`, "g");

/** The pages of a PDF, from their content streams. */
export function pagesOf(pdf: Buffer): ReadPage[] {
  const text = pdf.toString("latin1");
  const [, width = "0", height = "0"] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(text) ?? [];
  const [w, h] = [Number(width), Number(height)];
  const pages: ReadPage[] = [];
  for (const content of contentsOf(pdf)) {
    if (!content.includes(`1 0 0 -1 0 ${h} cm`)) continue;
    const labels = content
      .split(/(?=q 1 0 0 -1 0 )/)
      .filter((part) => part.includes(" W n"))
      .map((part) => labelOf(part, h));
    pages.push({ width: round(w * MM_A_POINT), height: round(h * MM_A_POINT), labels });
  }
  return pages;
}

/** The deflated streams of a PDF, as text. */
export function* contentsOf(pdf: Buffer): Generator<string> {
  const text = pdf.toString("latin1");
  for (const { index, 0: head } of text.matchAll(/stream\r?\n/g)) {
    if (text.slice(index - 3, index) === "end") continue;
    const content = inflated(pdf.subarray(index + head.length));
    if (content !== null) yield content;
  }
}

/** The codes on a label, as `format: text`. */
export async function codesOf({ place, dark }: ReadLabel): Promise<string[]> {
  const [width, height] = [Math.ceil(place.width * SCALE), Math.ceil(place.height * SCALE)];
  const pixels = Buffer.alloc(width * height, 255);
  for (const box of dark) {
    const [left, right] = [box.x - place.x, box.x - place.x + box.width].map((mm) => Math.round(mm * SCALE));
    const [top, bottom] = [box.y - place.y, box.y - place.y + box.height].map((mm) => Math.round(mm * SCALE));
    for (let y = top ?? 0; y < (bottom ?? 0); y++)
      pixels.fill(0, y * width + (left ?? 0), y * width + (right ?? 0));
  }
  const png = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
  return codesOn(png, ["QRCode", "Code128", "DataMatrix"]);
}

const round = (mm: number) => Math.round(mm * 100) / 100;

function labelOf(content: string, pageHeight: number): ReadLabel {
  const boxes = [...content.matchAll(RECTANGLE)].map(([, x, y, width, height, clip]) => {
    const [left, bottom, w, h] = [x, y, width, height].map((points) => Number(points) * MM_A_POINT);
    const top = pageHeight * MM_A_POINT - (bottom ?? 0) - (h ?? 0);
    return { isClip: clip !== undefined, box: { x: left ?? 0, y: top, width: w ?? 0, height: h ?? 0 } };
  });
  const place = boxes.find(({ isClip }) => isClip)?.box;
  if (place === undefined) throw new Error("a label without a place");
  return { place, dark: boxes.filter(({ isClip }) => !isClip).map(({ box }) => box) };
}

function inflated(bytes: Buffer): string | null {
  try {
    return inflateSync(bytes).toString("latin1");
  } catch {
    // Not deflated: a font's table or a stream of another kind.
    return null;
  }
}
