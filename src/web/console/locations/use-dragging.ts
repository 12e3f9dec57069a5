import { useEffect, useState } from "preact/hooks";
import type { Location } from "../../../locations/shapes.ts";
import type { PlaceTree } from "../places/place-tree.ts";
import { targetsOf } from "./move-place.ts";
import { unfold } from "./unfolded.ts";

/** A place that is dragged over another for so long unfolds it. */
const UNFOLD_MS = 700;

type Handlers = Readonly<Record<string, unknown>>;

/** What is being dragged, and where it would be dropped now. */
export interface Dragging {
  readonly dragged: number | null;
  /** 0: the top. */
  readonly over: number | null;
  /** What makes a line one that can be dragged and dropped on. */
  handlersOf(place: Location): Handlers;
  /** The same of what stands for the top. */
  readonly top: Handlers;
}

/** Moving by drag and drop; `onMove` null: nothing can be moved. A place is never dropped into itself or below it. */
export function useDragging(
  tree: PlaceTree | null,
  onMove: ((oid: number, to: number | null) => void) | null,
): Dragging {
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  useEffect(() => {
    if (over === null || over === 0) return undefined;
    const timer = setTimeout(() => unfold([over]), UNFOLD_MS);
    return () => clearTimeout(timer);
  }, [over]);
  const end = () => {
    setDragged(null);
    setOver(null);
  };
  const targetOf = (to: number | null): Handlers => ({
    onDragOver: (event: DragEvent) => {
      const isTarget = tree !== null && dragged !== null && targetsOf(tree, dragged)(to);
      if (isTarget) event.preventDefault();
      setOver(isTarget ? (to ?? 0) : null);
    },
    onDragLeave: () => setOver(null),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      if (tree !== null && dragged !== null && targetsOf(tree, dragged)(to)) onMove?.(dragged, to);
      end();
    },
  });
  if (onMove === null) return { dragged: null, over: null, handlersOf: () => ({}), top: {} };
  return {
    dragged,
    over,
    handlersOf: ({ oid, name }) => ({
      draggable: true,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer?.setData("text/plain", name);
        if (event.dataTransfer !== null) event.dataTransfer.effectAllowed = "move";
        setDragged(oid);
      },
      onDragEnd: end,
      ...targetOf(oid),
    }),
    top: targetOf(null),
  };
}
