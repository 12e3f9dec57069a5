import type { LabelLayout } from "../../../../../domain/label-layout.ts";
import { type Box, boxOf, type Offset } from "./geometry.ts";
import type { Handle } from "./resize.ts";

// Snapping to the lines of the label and of other elements, and to a grid. Lengths are in millimetres.

/** The distance between two lines of the grid. */
const GRID_MM = 1;
/** The margin of a label: most printers do not print to the very edge. */
export const MARGIN_MM = 2;

/** A line that a drag has snapped to: at `at` from the left (x) or the top (y). */
export interface Guide {
  readonly axis: "x" | "y";
  readonly at: number;
}

/** A box that has snapped: how far it moved, and the lines that it now touches. */
interface Snap extends Offset {
  readonly guides: readonly Guide[];
}

/** The lines that others can snap to, from the left and from the top. */
interface Lines {
  readonly x: readonly number[];
  readonly y: readonly number[];
}

/** The lines of a label (edges, margins, centre) and of its elements, except those that move. */
export function linesOf(label: LabelLayout, moving: ReadonlySet<string>): Lines {
  const others = label.elements.filter(({ id }) => !moving.has(id)).map(boxOf);
  return {
    x: [...linesOfSide(label.widthMm), ...others.flatMap(({ x, width }) => [x, x + width / 2, x + width])],
    y: [
      ...linesOfSide(label.heightMm),
      ...others.flatMap(({ y, height }) => [y, y + height / 2, y + height]),
    ],
  };
}

const linesOfSide = (side: number) => [0, MARGIN_MM, side / 2, side - MARGIN_MM, side];

/** Snaps a moved box: its edges and centres to lines, otherwise its top left corner to the grid. */
export function snapMove(box: Box, lines: Lines, tolerance: number): Snap {
  const x = snapAxis([box.x, box.x + box.width / 2, box.x + box.width], lines.x, tolerance);
  const y = snapAxis([box.y, box.y + box.height / 2, box.y + box.height], lines.y, tolerance);
  return snapOf(x, y);
}

/** Snaps the edges of a resized box that its handle moves. */
export function snapResize(box: Box, handle: Handle, lines: Lines, tolerance: number): Snap {
  const edgeX = handle.includes("w") ? box.x : box.x + box.width;
  const edgeY = handle.includes("n") ? box.y : box.y + box.height;
  const x = /[we]/.test(handle) ? snapAxis([edgeX], lines.x, tolerance) : STILL;
  const y = /[ns]/.test(handle) ? snapAxis([edgeY], lines.y, tolerance) : STILL;
  return snapOf(x, y);
}

interface AxisSnap {
  readonly by: number;
  readonly at: readonly number[];
}

const STILL: AxisSnap = { by: 0, at: [] };
const EXACT_MM = 0.005;

/** The shortest way of any edge to any line; of the first edge to the grid where no line is near. */
function snapAxis(edges: readonly number[], lines: readonly number[], tolerance: number): AxisSnap {
  const ways = edges.flatMap((edge) => lines.map((line) => line - edge));
  const nearest = ways.reduce((best, way) => (Math.abs(way) < Math.abs(best) ? way : best), Infinity);
  if (Math.abs(nearest) <= tolerance) {
    const at = lines.filter((line) => edges.some((edge) => Math.abs(edge + nearest - line) < EXACT_MM));
    return { by: nearest, at: [...new Set(at)] };
  }
  const [first = 0] = edges;
  const toGrid = Math.round(first / GRID_MM) * GRID_MM - first;
  return Math.abs(toGrid) <= tolerance ? { by: toGrid, at: [] } : STILL;
}

const snapOf = (x: AxisSnap, y: AxisSnap): Snap => ({
  dx: x.by,
  dy: y.by,
  guides: [
    ...x.at.map((at) => ({ axis: "x" as const, at })),
    ...y.at.map((at) => ({ axis: "y" as const, at })),
  ],
});
