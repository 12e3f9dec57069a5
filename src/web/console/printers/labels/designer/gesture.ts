import type { LabelLayout } from "../../../../../domain/label-layout.ts";
import { change, move } from "./commands.ts";
import { type Box, boundsOfIds, boxBetween, boxOf, limitMove, type Offset, withBox } from "./geometry.ts";
import { type Handle, inRatio, keepsRatio, resizedBox } from "./resize.ts";
import { type Selection, withinMarquee } from "./selection.ts";
import { type Guide, linesOf, snapMove, snapResize } from "./snapping.ts";

/** A drag on the canvas: of the selected elements, of a handle, or of a marquee. It begins with the pressed button. */
export type Gesture =
  | { readonly is: "move"; readonly ids: Selection }
  | { readonly is: "resize"; readonly id: string; readonly handle: Handle }
  | { readonly is: "marquee"; readonly from: Point; readonly before: Selection };

interface Point {
  readonly x: number;
  readonly y: number;
}

/** How a gesture snaps. */
interface SnapOptions {
  /** In millimetres; 0 turns snapping off. */
  readonly tolerance: number;
  /** Corners keep the ratio of width and height. */
  readonly keepsRatio: boolean;
}

/** What a gesture shows, and what it leaves when the button is released. */
export interface Dragged {
  readonly layout: LabelLayout;
  readonly guides: readonly Guide[];
  readonly marquee: Box | null;
  /** Null: as it was. */
  readonly selection: Selection | null;
}

/** The state after the pointer has moved by `by` since the begin. Pure: the same begin and way give the same result. */
export function dragged(layout: LabelLayout, gesture: Gesture, by: Offset, options: SnapOptions): Dragged {
  switch (gesture.is) {
    case "move":
      return draggedMove(layout, gesture.ids, by, options);
    case "resize":
      return draggedResize(layout, gesture, by, options);
    case "marquee": {
      const { from } = gesture;
      const marquee = boxBetween(from, { x: from.x + by.dx, y: from.y + by.dy });
      const selection = withinMarquee(layout, marquee, gesture.before);
      return { layout, guides: [], marquee, selection };
    }
  }
}

function draggedMove(label: LabelLayout, ids: Selection, by: Offset, { tolerance }: SnapOptions): Dragged {
  const bounds = boundsOfIds(label, ids);
  if (bounds === null) return unchanged(label);
  const way = limitMove(bounds, by, label);
  const snap = snapMove(shifted(bounds, way), linesOf(label, ids), tolerance);
  const layout = move(label, ids, { dx: way.dx + snap.dx, dy: way.dy + snap.dy });
  return { ...unchanged(layout), guides: snap.guides };
}

function draggedResize(
  label: LabelLayout,
  { id, handle }: Extract<Gesture, { is: "resize" }>,
  by: Offset,
  options: SnapOptions,
): Dragged {
  const element = label.elements.find((one) => one.id === id);
  if (element === undefined) return unchanged(label);
  const before = boxOf(element);
  const raw = resizedBox(before, handle, by, label);
  const snap = snapResize(raw, handle, linesOf(label, new Set([id])), options.tolerance);
  const free = resizedBox(before, handle, { dx: by.dx + snap.dx, dy: by.dy + snap.dy }, label);
  const isInRatio = options.keepsRatio || keepsRatio(element);
  const box = isInRatio ? inRatio(free, handle, before) : free;
  const layout = change(label, id, (one) => withBox(one, box));
  return { ...unchanged(layout), guides: isInRatio ? [] : snap.guides };
}

const unchanged = (layout: LabelLayout): Dragged => ({ layout, guides: [], marquee: null, selection: null });

const shifted = (box: Box, { dx, dy }: Offset): Box => ({ ...box, x: box.x + dx, y: box.y + dy });
