/// <reference path="./fontkit.d.ts" />
import type { PathCommand } from "fontkit";
import { type Bitmap, createBitmap, setBlack } from "../raster/bitmap.ts";

// Outlines of letters become dots: each dot whose area the outline covers by half is black. Without a font engine of the system, so
// that the same text is the same dots on every machine.

/** A drawn letter. `left` and `top`: where its first dot lies, from the pen's position on the base line, `top` upwards. */
export interface GlyphBitmap {
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
export function drawOutline(commands: readonly PathCommand[], scale: number): GlyphBitmap | null {
  const lines = linesOf(commands, scale);
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
  return { bitmap: dotsOf(cover, width, height), left, top };
}

/** The outline as straight lines, in dots. */
function linesOf(commands: readonly PathCommand[], scale: number): [Point, Point][] {
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

function dotsOf(cover: Float32Array, width: number, height: number): Bitmap {
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
