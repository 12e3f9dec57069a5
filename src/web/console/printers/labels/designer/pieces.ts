import type { LabelLayout, LayoutElement } from "../../../../../domain/label-layout.ts";
import { type Box, boxOf, overlaps } from "./geometry.ts";

/** An element that is shown over the last bitmap until the next one is there. */
export interface Piece {
  readonly element: LayoutElement;
  /** The part of the bitmap that shows it; null: none does. */
  readonly from: Box | null;
  readonly to: Box;
}

/** The differences between the bitmap's layout and the current one. */
interface Differences {
  /** Parts of the bitmap that are no longer true: covered with white. */
  readonly covered: readonly Box[];
  readonly pieces: readonly Piece[];
}

/**
 * Compares the layout that the bitmap shows with the current one. A moved or resized element is a piece of the bitmap at
 * its new place, a new one is an empty piece, a deleted one is covered. Unchanged elements below a cover are pieces, too.
 */
export function differences(drawn: LabelLayout | null, now: LabelLayout): Differences {
  const before = new Map((drawn?.elements ?? []).map((element) => [element.id, element]));
  const after = new Map(now.elements.map((element) => [element.id, element]));
  const covered = [...before.values()]
    .filter((old) => {
      const current = after.get(old.id);
      return current === undefined || !isAtSamePlace(old, current);
    })
    .map(boxOf);
  const pieces = now.elements.flatMap((element): Piece[] => {
    const old = before.get(element.id);
    const to = boxOf(element);
    if (old === undefined) return [{ element, from: null, to }];
    const isStill = isAtSamePlace(old, element);
    if (isStill && !covered.some((box) => overlaps(box, to))) return [];
    // A turned element has no picture that could be moved, and that of a frame shows what is inside.
    const hasPicture = old.rotation === element.rotation && element.kind !== "box";
    return [{ element, from: hasPicture ? boxOf(old) : null, to }];
  });
  return { covered, pieces };
}

function isAtSamePlace(one: LayoutElement, other: LayoutElement): boolean {
  const a = boxOf(one);
  const b = boxOf(other);
  return (
    one.rotation === other.rotation &&
    a.x === b.x &&
    a.y === b.y &&
    a.width === b.width &&
    a.height === b.height
  );
}
