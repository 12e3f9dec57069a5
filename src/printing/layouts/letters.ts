/// <reference path="./fontkit.d.ts" />
import { createRequire } from "node:module";
import { type Font, type Glyph, type GlyphRun, openSync, type PathCommand } from "fontkit";
import type { TextElement } from "../../domain/label-layout.ts";
import { addRotated, type Bitmap, createBitmap, setBlack } from "../raster/bitmap.ts";

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

// Outlines of letters become dots: each dot whose area the outline covers by half is black. Without a font engine of the system, so
// that the same text is the same dots on every machine.

/** A drawn letter. `left` and `top`: where its first dot lies, from the pen's position on the base line, `top` upwards. */
interface GlyphBitmap {
  readonly bitmap: Bitmap;
  readonly left: number;
  readonly top: number;
}

/** Dots that the outline must cover, in parts. Thin strokes of small letters stay visible. */
const COVERED = 0.45;
/** Straight lines for a curve. */
const CURVE_STEPS = 6;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Draws an outline, enlarged by `scale` dots for each unit. Null: it has no area, such as a blank. */
function drawOutline(commands: readonly PathCommand[], scale: number): GlyphBitmap | null {
  const lines = outlineLines(commands, scale);
  const xs = lines.flatMap(([from, to]) => [from.x, to.x]);
  const ys = lines.flatMap(([from, to]) => [from.y, to.y]);
  if (lines.length === 0) return null;
  const left = Math.floor(Math.min(...xs));
  const top = Math.ceil(Math.max(...ys));
  const width = Math.ceil(Math.max(...xs)) - left;
  const height = top - Math.floor(Math.min(...ys));
  if (width === 0 || height === 0) return null;
  const cover = new Float32Array((width + 1) * height + 1);
  for (const [from, to] of lines)
    addLine(cover, width + 1, { x: from.x - left, y: top - from.y }, { x: to.x - left, y: top - to.y });
  return { bitmap: coveredDots(cover, width, height), left, top };
}

/** The outline as straight lines, in dots. */
function outlineLines(commands: readonly PathCommand[], scale: number): [Point, Point][] {
  const lines: [Point, Point][] = [];
  let start: Point = { x: 0, y: 0 };
  let pen = start;
  const lineTo = (to: Point) => {
    if (to.y !== pen.y || to.x !== pen.x) lines.push([pen, to]);
    pen = to;
  };
  for (const { command, args } of commands) {
    const points = pointsOf(args, scale);
    const last = points.at(-1) ?? start;
    if (command === "moveTo") {
      lineTo(start);
      start = last;
      pen = last;
    } else if (command === "quadraticCurveTo" || command === "bezierCurveTo") {
      const curve = [pen, ...points];
      for (let step = 1; step <= CURVE_STEPS; step++) lineTo(pointOnCurve(curve, step / CURVE_STEPS));
    } else lineTo(last);
  }
  lineTo(start);
  return lines;
}

function pointsOf(args: readonly number[], scale: number): Point[] {
  const points: Point[] = [];
  for (let at = 0; at + 1 < args.length; at += 2)
    points.push({ x: (args[at] ?? 0) * scale, y: (args[at + 1] ?? 0) * scale });
  return points;
}

/** De Casteljau's algorithm. */
function pointOnCurve(points: readonly Point[], t: number): Point {
  const [first, ...rest] = points;
  if (first === undefined) throw new RangeError("a curve has points");
  if (rest.length === 0) return first;
  return pointOnCurve(
    rest.map((point, index) => {
      const before = points[index] ?? point;
      return { x: before.x + (point.x - before.x) * t, y: before.y + (point.y - before.y) * t };
    }),
    t,
  );
}

/**
 * Adds the signed area right of a line to each dot that it crosses, and the rest to the next dot: the running sum along a row is
 * then the part of each dot that the outline covers.
 */
function addLine(cover: Float32Array, stride: number, from: Point, to: Point): void {
  if (from.y === to.y) return;
  const direction = from.y < to.y ? 1 : -1;
  const [upper, lower] = direction === 1 ? [from, to] : [to, from];
  const slope = (lower.x - upper.x) / (lower.y - upper.y);
  for (let row = Math.floor(upper.y); row < Math.ceil(lower.y); row++) {
    const y0 = Math.max(row, upper.y);
    const y1 = Math.min(row + 1, lower.y);
    const x0 = upper.x + (y0 - upper.y) * slope;
    const x1 = upper.x + (y1 - upper.y) * slope;
    addPart(cover, row * stride, Math.min(x0, x1), Math.max(x0, x1), direction * (y1 - y0));
  }
}

/** A part of a line within one row, from `x0` to `x1`, of the height `dy`. */
function addPart(cover: Float32Array, row: number, x0: number, x1: number, dy: number): void {
  const width = x1 - x0;
  for (let column = Math.floor(x0); column <= Math.floor(x1); column++) {
    const a = Math.max(column, x0);
    const b = Math.min(column + 1, x1);
    const part = width === 0 ? dy : (dy * (b - a)) / width;
    const right = part * (column + 1 - (a + b) / 2);
    add(cover, row + column, right);
    add(cover, row + column + 1, part - right);
  }
}

function add(cover: Float32Array, at: number, value: number): void {
  cover[at] = (cover[at] ?? 0) + value;
}

function coveredDots(cover: Float32Array, width: number, height: number): Bitmap {
  const bitmap = createBitmap(width, height);
  for (let row = 0; row < height; row++) {
    let sum = 0;
    for (let column = 0; column < width; column++) {
      sum += cover[row * (width + 1) + column] ?? 0;
      if (Math.abs(sum) >= COVERED) setBlack(bitmap, column, row);
    }
  }
  return bitmap;
}

/** Text that does not fit is made smaller to this part of its size at least, and to letters of 1 mm. */
const SMALLEST = 0.5;
const SMALLEST_MM = 1;
/** The size of each try, in parts of the one before. */
const STEP = 0.94;
/** Longer texts are cut: no label has room for them. */
const MAX_CHARACTERS = 2000;
const CUT = "…";

/** Lines of a text, the font size in dots, and whether some of the text is left out. */
interface FittedText {
  readonly lines: readonly string[];
  readonly size: number;
  readonly isCut: boolean;
}

/** What is needed of an element to fit its text. Lengths in dots. */
interface TextBox extends Pick<TextElement, "wraps" | "fontMm"> {
  readonly width: number;
  readonly height: number;
  readonly dotsPerMm: number;
}

/** Fits a text into its box: the largest size that has room, else the smallest, with the rest cut off. */
export function fitText(face: Typeface, text: string, box: TextBox): FittedText {
  const letters = Array.from(text);
  const shown = letters.slice(0, MAX_CHARACTERS).join("");
  const isLong = letters.length > MAX_CHARACTERS;
  const paragraphs = shown.split("\n").map((line) => line.trimEnd());
  const measure = measuring(face);
  const wanted = Typeface.sizeOf(box.fontMm * box.dotsPerMm);
  const smallest = Math.min(
    wanted,
    Typeface.sizeOf(Math.max(box.fontMm * SMALLEST, SMALLEST_MM) * box.dotsPerMm),
  );
  for (let size = wanted; ; size = Math.max(smallest, Math.min(size - 1, Math.round(size * STEP)))) {
    const lines = linesOf(paragraphs, box, size, measure);
    const fits = lines !== null && lines.length * face.lineHeight(size) <= box.height;
    if (fits && !isLong) return { lines, size, isCut: false };
    if (size <= smallest) return cutText(face, lines ?? paragraphs, { ...box, isLong }, size, measure);
  }
}

type Measure = (text: string) => number;

/** Measures texts once, in parts of the font size. */
function measuring(face: Typeface): Measure {
  const known = new Map<string, number>();
  return (text) => {
    const width = known.get(text) ?? face.widthOf(text);
    known.set(text, width);
    return width;
  };
}

/** The lines at a size; null: a line without wrapping is too wide. */
function linesOf(
  paragraphs: readonly string[],
  { wraps, width }: TextBox,
  size: number,
  measure: Measure,
): string[] | null {
  if (!wraps) return paragraphs.every((line) => measure(line) * size <= width) ? [...paragraphs] : null;
  return paragraphs.flatMap((paragraph) => wrapped(paragraph, width / size, measure));
}

/** Breaks a paragraph at blanks; a word that is wider than the box, between letters. */
function wrapped(paragraph: string, width: number, measure: Measure): string[] {
  const lines: string[] = [];
  const blank = measure(" ");
  let line = "";
  let used = 0;
  for (const word of paragraph.split(" ")) {
    for (const part of measure(word) <= width ? [word] : pieces(word, width, measure)) {
      const needed = measure(part);
      if (line !== "" && used + blank + needed > width) {
        lines.push(line);
        line = part;
        used = needed;
      } else {
        used = line === "" ? needed : used + blank + needed;
        line = line === "" ? part : `${line} ${part}`;
      }
    }
  }
  return [...lines, line];
}

/** A word in parts that have room, each of one letter at least. */
function pieces(word: string, width: number, measure: Measure): string[] {
  const parts: string[] = [];
  let part = "";
  let used = 0;
  for (const letter of Array.from(word)) {
    const needed = measure(letter);
    if (part !== "" && used + needed > width) {
      parts.push(part);
      part = "";
      used = 0;
    }
    part += letter;
    used += needed;
  }
  return [...parts, part];
}

/** The text at the smallest size: the lines that have room, the last one with an ellipsis. `isLong`: more follows the lines. */
function cutText(
  face: Typeface,
  all: readonly string[],
  box: TextBox & { readonly isLong: boolean },
  size: number,
  measure: Measure,
): FittedText {
  const kept = all.slice(0, Math.max(1, Math.floor(box.height / face.lineHeight(size))));
  const isShortened = box.isLong || all.length > kept.length;
  const lines = kept.map((line, index) =>
    cutLine(line, box.width / size, measure, isShortened && index === kept.length - 1),
  );
  return { lines, size, isCut: true };
}

/** A line that has room; `isEnd`: with an ellipsis in any case. */
function cutLine(line: string, width: number, measure: Measure, isEnd: boolean): string {
  if (!isEnd && measure(line) <= width) return line;
  const room = width - measure(CUT);
  const letters = Array.from(line);
  let kept = 0;
  for (let used = 0; kept < letters.length; kept++) {
    used += measure(letters[kept] ?? "");
    if (used > room) break;
  }
  return `${letters.slice(0, kept).join("").trimEnd()}${CUT}`;
}
