import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { LabelLayout } from "../../../../../domain/label-layout.ts";
import { change, move } from "./commands.ts";
import { type Box, boundsOfIds, boxBetween, boxOf, limitMove, type Offset, withBox } from "./geometry.ts";
import { type Handle, inRatio, keepsRatio, resizedBox } from "./resize.ts";
import { NOTHING, only, pressed, type Selection, withinMarquee } from "./selection.ts";
import { type Guide, linesOf, snapMove, snapResize } from "./snapping.ts";
import type { Designer } from "./use-designer.ts";

/** What was pressed: an element, a handle of one, or the empty canvas. */
type Target =
  | { readonly is: "element"; readonly id: string }
  | Extract<Gesture, { is: "resize" }>
  | { readonly is: "canvas" };

interface Drag {
  /** What the drag shows; null: none is under way. */
  readonly shown: Dragged | null;
  readonly press: (event: PointerEvent, target: Target) => void;
  readonly onMove: (event: PointerEvent) => void;
  readonly onRelease: (event: PointerEvent) => void;
  /** Leaves the layout as it was before the drag. Returns whether there was one. */
  readonly cancel: () => boolean;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A pressed button that has not moved yet, or a drag. */
interface Press {
  readonly pointerId: number;
  readonly gesture: Gesture;
  readonly layout: LabelLayout;
  /** Where, in pixels of the label, which may be scrolled during the drag. */
  readonly at: Point;
  /** Selected if it is released where it was pressed. */
  readonly clicked: string | null;
  isMoving: boolean;
}

/** The way of the pointer from which on a press is a drag, in pixels. */
const THRESHOLD_PX = 4;
/** The distance from which elements snap, in pixels. */
const SNAP_PX = 6;
const MAX_SNAP_MM = 1;
const MIN_SNAP_MM = 0.5;

/** Drags with mouse, pen and finger. `stage`: the element that the pointer belongs to during a drag. `scale`: pixels of a millimetre. */
export function useDrag(
  designer: Designer,
  stage: RefObject<HTMLElement>,
  label: RefObject<HTMLElement>,
  scale: number,
): Drag {
  const press = useRef<Press | null>(null);
  const [shown, setShown] = useState<Dragged | null>(null);

  const end = () => {
    press.current = null;
    setShown(null);
  };
  // Another layout, such as after Undo, ends the drag.
  useEffect(() => {
    if (press.current !== null && press.current.layout !== designer.layout) end();
  }, [designer.layout]);

  const pointOf = ({ clientX, clientY }: PointerEvent): Point => {
    const corner = label.current?.getBoundingClientRect();
    return { x: clientX - (corner?.left ?? 0), y: clientY - (corner?.top ?? 0) };
  };
  const stateAt = (event: PointerEvent, { gesture, layout, at }: Press) => {
    const { x, y } = pointOf(event);
    const by = { dx: (x - at.x) / scale, dy: (y - at.y) / scale };
    const tolerance = event.altKey ? 0 : Math.min(MAX_SNAP_MM, Math.max(MIN_SNAP_MM, SNAP_PX / scale));
    return dragged(layout, gesture, by, { tolerance, keepsRatio: event.shiftKey });
  };

  return {
    shown,
    press(event, target) {
      if (event.button !== 0 || press.current !== null) return;
      event.stopPropagation();
      const { layout, selection } = designer;
      const at = pointOf(event);
      const start = { pointerId: event.pointerId, layout, at, isMoving: false };
      if (target.is === "canvas") {
        // A finger on the empty canvas scrolls the page.
        if (!event.shiftKey) designer.select(NOTHING);
        if (event.pointerType === "touch") return;
        const from = { x: at.x / scale, y: at.y / scale };
        const before = event.shiftKey ? selection : NOTHING;
        press.current = { ...start, gesture: { is: "marquee", from, before }, clicked: null };
      } else if (target.is === "element") {
        const ids = pressed(selection, target.id, event.shiftKey);
        designer.select(ids);
        const clicked = event.shiftKey ? null : target.id;
        press.current = { ...start, gesture: { is: "move", ids }, clicked };
      } else {
        press.current = { ...start, gesture: target, clicked: null };
      }
      stage.current?.setPointerCapture(event.pointerId);
    },
    onMove(event) {
      const { current } = press;
      if (current === null || event.pointerId !== current.pointerId) return;
      const { x, y } = pointOf(event);
      current.isMoving ||= Math.hypot(x - current.at.x, y - current.at.y) >= THRESHOLD_PX;
      if (current.isMoving) setShown(stateAt(event, current));
    },
    onRelease(event) {
      const { current } = press;
      if (current === null || event.pointerId !== current.pointerId) return;
      end();
      if (event.type === "pointercancel") return;
      if (!current.isMoving) {
        if (current.clicked !== null) designer.select(only(current.clicked));
        return;
      }
      const { layout, selection } = stateAt(event, current);
      if (selection !== null) designer.select(selection);
      designer.apply(layout);
    },
    cancel() {
      const isDragging = press.current !== null;
      end();
      return isDragging;
    },
  };
}

/** A drag on the canvas: of the selected elements, of a handle, or of a marquee. It begins with the pressed button. */
type Gesture =
  | { readonly is: "move"; readonly ids: Selection }
  | { readonly is: "resize"; readonly id: string; readonly handle: Handle }
  | { readonly is: "marquee"; readonly from: Point; readonly before: Selection };

/** How a gesture snaps. */
interface SnapOptions {
  /** In millimetres; 0 turns snapping off. */
  readonly tolerance: number;
  /** Corners keep the ratio of width and height. */
  readonly keepsRatio: boolean;
}

/** What a gesture shows, and what it leaves when the button is released. */
interface Dragged {
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
