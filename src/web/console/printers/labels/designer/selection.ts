import type { LabelLayout } from "../../../../../domain/label-layout.ts";
import { type Box, boxOf, overlaps } from "./geometry.ts";

/** The ids of the selected elements. */
export type Selection = ReadonlySet<string>;

export const NOTHING: Selection = new Set();

/** One element alone. */
export const only = (id: string): Selection => new Set([id]);

/** Adds an element, or removes it. */
export function toggled(selection: Selection, id: string): Selection {
  const next = new Set(selection);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** All elements of a layout. */
export const everything = ({ elements }: LabelLayout): Selection => new Set(elements.map(({ id }) => id));

/** The elements that a marquee touches, with those that were selected before it. */
export const withinMarquee = (
  { elements }: LabelLayout,
  marquee: Box,
  before: Selection = NOTHING,
): Selection =>
  new Set([
    ...before,
    ...elements.filter((element) => overlaps(boxOf(element), marquee)).map(({ id }) => id),
  ]);

/** The selected elements that still exist. */
export function existing(selection: Selection, { elements }: LabelLayout): Selection {
  const found = elements.filter(({ id }) => selection.has(id)).map(({ id }) => id);
  return found.length === selection.size ? selection : new Set(found);
}

/** The selection after a press on an element: a further one with Shift, otherwise it alone or the group that it is in. */
export function pressed(selection: Selection, id: string, isAdding: boolean): Selection {
  if (isAdding) return toggled(selection, id);
  return selection.has(id) ? selection : only(id);
}
