import {
  type LabelLayout,
  type LayoutElement,
  MAX_LABEL_MM,
  MIN_ELEMENT_MM,
} from "../../../../../domain/label-layout.ts";
import { type Box, limit, type Offset } from "./geometry.ts";
import { isTwoDimensional } from "./new-element.ts";

/** The handle of a selected element, by its point of the compass. */
export const HANDLES = ["nw", "n", "ne", "e", "se", "s", "sw", "w"] as const;
export type Handle = (typeof HANDLES)[number];

/** Moves the edges of a box that a handle has. The opposite edges stay, and the box stays on the label. */
export function resizedBox(box: Box, handle: Handle, { dx, dy }: Offset, label: LabelLayout): Box {
  const [x, width] = moveEdges(box.x, box.width, sideOf(handle, "w", "e"), dx, label.widthMm);
  const [y, height] = moveEdges(box.y, box.height, sideOf(handle, "n", "s"), dy, label.heightMm);
  return { x, y, width, height };
}

/** -1: the edge nearer to the origin moves, 1: the other, 0: none. */
type Side = -1 | 0 | 1;

const sideOf = (handle: Handle, near: string, far: string): Side =>
  handle.includes(near) ? -1 : handle.includes(far) ? 1 : 0;

function moveEdges(start: number, length: number, side: Side, by: number, end: number): [number, number] {
  const stop = start + length;
  if (side === 0) return [start, length];
  if (side === 1) return [start, limit(stop + by, start + MIN_ELEMENT_MM, Math.max(stop, end)) - start];
  const first = Math.max(Math.min(start, 0), stop - MAX_LABEL_MM);
  const moved = limit(start + by, first, Math.max(start, stop - MIN_ELEMENT_MM));
  return [moved, stop - moved];
}

/** Elements whose corners keep the ratio of width and height. */
export const keepsRatio = (element: LayoutElement) =>
  element.kind === "picture" || (element.kind === "code" && isTwoDimensional(element.symbology));

/** Shrinks a box that a corner handle has resized to the ratio of `before`; the opposite corner stays. */
export function inRatio(box: Box, handle: Handle, before: Box): Box {
  if (handle.length === 1 || before.width === 0 || before.height === 0) return box;
  const scale = Math.max(
    Math.min(box.width / before.width, box.height / before.height),
    MIN_ELEMENT_MM / Math.min(before.width, before.height),
  );
  const width = before.width * scale;
  const height = before.height * scale;
  return {
    x: handle.includes("w") ? box.x + box.width - width : box.x,
    y: handle.includes("n") ? box.y + box.height - height : box.y,
    width,
    height,
  };
}
