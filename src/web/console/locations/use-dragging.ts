import { useEffect, useState } from "preact/hooks";
import type { OrderedLocation } from "../../api/locations.ts";
import type { DropZone, Dragging as TreeDragging } from "../../ui/tree/tree-line.tsx";
import { targetsOf } from "./change-location.ts";
import { expand } from "./expanded.ts";
import type { LocationTree } from "./tree/location-tree.ts";

/** A collapsed location expands when another is dragged over it for this time. */
const UNFOLD_MS = 700;
/** The part of a row, at its top and bottom, where a drop goes before or after it. */
const EDGE = 0.28;

type Handlers = Readonly<Record<string, unknown>>;

/**
 * A drop: below a parent (null: the top level), at a position among its children, from 0; undefined: that of a new
 * location.
 */
export interface Drop {
  readonly oid: number;
  readonly to: number | null;
  readonly position?: number | undefined;
}

/** Drag and drop in the tree; over 0: over the top level. */
interface Dragging extends TreeDragging<OrderedLocation> {
  /** Sets the element that is the drop target for the top level. */
  readonly top: Handlers;
}

/**
 * Moves locations by drag and drop; `onMove` null: nothing can be moved. A location is never moved into itself or
 * below it.
 */
export function useDragging(tree: LocationTree | null, onMove: ((drop: Drop) => void) | null): Dragging {
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<{ readonly oid: number; readonly zone: DropZone } | null>(null);
  const { oid: overOid = null, zone = "into" } = over ?? {};
  useEffect(() => {
    if (overOid === null || overOid === 0 || zone !== "into") return undefined;
    const timer = setTimeout(() => expand([overOid]), UNFOLD_MS);
    return () => clearTimeout(timer);
  }, [overOid, zone]);
  const end = () => {
    setDragged(null);
    setOver(null);
  };
  const dropAt = (location: OrderedLocation | null, at: DropZone): Drop | null =>
    tree === null || dragged === null ? null : dropOf(tree, dragged, location, at);
  const targetOf = (location: OrderedLocation | null): Handlers => ({
    onDragOver: (event: DragEvent) => {
      const now = location === null ? "into" : zoneOf(event);
      if (dropAt(location, now) === null) return setOver(null);
      event.preventDefault();
      const oid = location?.oid ?? 0;
      if (overOid !== oid || zone !== now) setOver({ oid, zone: now });
    },
    onDragLeave: () => setOver(null),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      const drop = dropAt(location, location === null ? "into" : zoneOf(event));
      if (drop !== null) onMove?.(drop);
      end();
    },
  });
  if (onMove === null) return { dragged: null, over: null, zone, handlersOf: () => ({}), top: {} };
  return {
    dragged,
    over: overOid,
    zone,
    handlersOf: (location) => ({
      draggable: true,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer?.setData("text/plain", location.name);
        if (event.dataTransfer !== null) event.dataTransfer.effectAllowed = "move";
        setDragged(location.oid);
      },
      onDragEnd: end,
      ...targetOf(location),
    }),
    top: targetOf(null),
  };
}

function zoneOf(event: DragEvent): DropZone {
  const { top, height } = (event.currentTarget as HTMLElement).getBoundingClientRect();
  const part = (event.clientY - top) / height;
  if (part < EDGE) return "before";
  return part > 1 - EDGE ? "after" : "into";
}

/** The move of a drop; null: it is not possible, or changes nothing. */
function dropOf(
  tree: LocationTree,
  oid: number,
  target: OrderedLocation | null,
  zone: DropZone,
): Drop | null {
  if (target === null || zone === "into") {
    const to = target?.oid ?? null;
    return targetsOf(tree, oid)(to) ? { oid, to } : null;
  }
  const to = target.parentLocationId;
  const siblings = tree.childrenOf(to);
  const now = siblings.findIndex((one) => one.oid === oid);
  if (target.oid === oid || (now === -1 && !targetsOf(tree, oid)(to))) return null;
  const others = siblings.filter((one) => one.oid !== oid);
  const position = others.indexOf(target) + (zone === "after" ? 1 : 0);
  return position === now ? null : { oid, to, position };
}
