import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { LabelLayout } from "../../../../../domain/label-layout.ts";
import { type Dragged, dragged, type Gesture } from "./gesture.ts";
import { NOTHING, only, pressed } from "./selection.ts";
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
