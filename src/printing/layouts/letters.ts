/// <reference path="./fontkit.d.ts" />
import { createRequire } from "node:module";
import { type Font, type Glyph, type GlyphRun, openSync } from "fontkit";
import { addRotated, type Bitmap } from "../raster/bitmap.ts";
import { drawOutline, type GlyphBitmap } from "./outline.ts";

// Text in DejaVu Sans, letter by letter. The fonts of the system are not used: the appliance has none.

const fonts = createRequire(import.meta.url);

/** Height of a capital letter, in parts of the font size. */
const CAPITAL = 1493 / 2048;

/** Bytes of the kept glyphs of a typeface. */
const MAX_CACHED_BYTES = 4 * 1024 * 1024;
/** Rough bytes of a kept glyph without its dots. */
const GLYPH_BYTES = 400;
/** Larger letters are rare, and not kept. */
const MAX_CACHED_DOTS = 128;

/** A weight of the font, with the glyphs that were drawn. */
export class Typeface {
  readonly #font: Font;
  readonly #drawn = new Map<string, GlyphBitmap | null>();
  #cachedBytes = 0;

  constructor(file: string) {
    this.#font = openSync(fonts.resolve(`dejavu-fonts-ttf/ttf/${file}`));
  }

  /** Font size in dots for capital letters of `capital` dots. */
  static sizeOf(capital: number): number {
    return Math.max(1, Math.round(capital / CAPITAL));
  }

  /** Dots from one base line to the next, and from the top of a line to its base line, for a font size in dots. */
  lineHeight(size: number): number {
    return Math.ceil(((this.#font.ascent - this.#font.descent) * size) / this.#font.unitsPerEm);
  }

  /** The width of a line, in parts of the font size. */
  widthOf(line: string): number {
    return this.#runs(line).reduce((sum, { advanceWidth }) => sum + advanceWidth, 0) / this.#font.unitsPerEm;
  }

  /** Draws a line of text. `x` and `y`: the top left corner of the line. */
  draw(target: Bitmap, line: string, size: number, x: number, y: number): void {
    const scale = size / this.#font.unitsPerEm;
    const baseLine = y + Math.round(this.#font.ascent * scale);
    let pen = x;
    for (const { glyphs, positions } of this.#runs(line)) {
      glyphs.forEach((glyph, index) => {
        const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
        const drawn = this.#glyph(glyph, size, scale);
        if (drawn !== null) {
          const left = Math.round(pen + xOffset * scale) + drawn.left;
          addRotated(target, drawn.bitmap, left, baseLine - drawn.top - Math.round(yOffset * scale), 0);
        }
        pen += xAdvance * scale;
      });
    }
  }

  /** Bytes of the kept glyphs. */
  get cachedBytes(): number {
    return this.#cachedBytes;
  }

  #glyph(glyph: Glyph, size: number, scale: number): GlyphBitmap | null {
    const key = `${glyph.id} ${size}`;
    const known = this.#drawn.get(key);
    if (known !== undefined) return known;
    const drawn = drawOutline(glyph.path.commands, scale);
    if (size <= MAX_CACHED_DOTS) this.#keep(key, drawn);
    return drawn;
  }

  #keep(key: string, drawn: GlyphBitmap | null): void {
    const bytes = GLYPH_BYTES + (drawn?.bitmap.bits.length ?? 0);
    if (this.#cachedBytes + bytes > MAX_CACHED_BYTES) {
      this.#drawn.clear();
      this.#cachedBytes = 0;
    }
    this.#drawn.set(key, drawn);
    this.#cachedBytes += bytes;
  }

  #runs(line: string): GlyphRun[] {
    return directedRuns(line).map(({ text, direction }) =>
      this.#font.layout(text, undefined, undefined, undefined, direction),
    );
  }
}

const RTL = String.raw`\p{Script=Hebrew}\p{Script=Arabic}`;
const RTL_RUN = new RegExp(`[${RTL}](?:[\\p{P}\\s]*[${RTL}\\p{M}])*`, "gu");
const FIRST_LETTER = new RegExp(`^[^\\p{L}]*[${RTL}]`, "u");

interface DirectedRun {
  readonly text: string;
  readonly direction: "ltr" | "rtl";
}

/** The parts of a line in the order in which they stand on the label. A line that begins right to left runs so. */
function directedRuns(line: string): DirectedRun[] {
  const runs: DirectedRun[] = [];
  let end = 0;
  for (const { 0: text, index } of line.matchAll(RTL_RUN)) {
    if (index > end) runs.push({ text: line.slice(end, index), direction: "ltr" });
    runs.push({ text, direction: "rtl" });
    end = index + text.length;
  }
  if (end < line.length) runs.push({ text: line.slice(end), direction: "ltr" });
  return FIRST_LETTER.test(line) ? runs.reverse() : runs;
}
