import {
  type LabelLayout,
  type LayoutElement,
  MAX_LABEL_MM,
  MAX_LAYOUT_ELEMENTS,
  MIN_LABEL_MM,
} from "../../../../../domain/label-layout.ts";
import { mapSelected } from "./arrange.ts";
import { boundsOfIds, limit, limitMove, type Offset, rotated, roundMm } from "./geometry.ts";
import { freeId, placed } from "./new-element.ts";
import { NOTHING, only, type Selection } from "./selection.ts";

// Changes of a layout. Each returns a new layout, or the same one where nothing changes.

/** A layout with its selection. */
export interface Edited {
  readonly layout: LabelLayout;
  readonly selection: Selection;
}

/** The distance of copies from their originals, in millimetres. */
const COPY_OFFSET_MM = 2;

/** Adds a new element over the others, and selects it. */
export function add(layout: LabelLayout, element: LayoutElement): Edited {
  if (layout.elements.length >= MAX_LAYOUT_ELEMENTS) return { layout, selection: NOTHING };
  return {
    layout: { ...layout, elements: [...layout.elements, placed(element, layout)] },
    selection: only(element.id),
  };
}

/** Removes the selected elements. */
export function remove(layout: LabelLayout, selection: Selection): LabelLayout {
  const elements = layout.elements.filter(({ id }) => !selection.has(id));
  return elements.length === layout.elements.length ? layout : { ...layout, elements };
}

/** The selected elements, in the order in which they are drawn. */
export const selected = ({ elements }: LabelLayout, selection: Selection): readonly LayoutElement[] =>
  elements.filter(({ id }) => selection.has(id));

/**
 * Adds copies of elements a little below and to the right of them, as many as the label may have, and selects them. Copies
 * from a larger label are moved onto this one together.
 */
export function paste(layout: LabelLayout, copied: readonly LayoutElement[]): Edited {
  let next = layout;
  const ids = new Set<string>();
  for (const element of copied.slice(0, MAX_LAYOUT_ELEMENTS - layout.elements.length)) {
    const id = freeId(next);
    ids.add(id);
    next = { ...next, elements: [...next.elements, { ...element, id }] };
  }
  const bounds = boundsOfIds(next, ids);
  if (bounds === null) return { layout, selection: ids };
  const dx = shiftOnto(bounds.x, bounds.width, layout.widthMm);
  const dy = shiftOnto(bounds.y, bounds.height, layout.heightMm);
  return { layout: shift(next, ids, { dx, dy }), selection: ids };
}

/** How far copies move along a side of the label. */
const shiftOnto = (start: number, length: number, side: number) =>
  limit(COPY_OFFSET_MM, -start, Math.max(-start, side - start - length));

/** Moves the selected elements together, as far as the label permits. */
export function move(layout: LabelLayout, selection: Selection, by: Offset): LabelLayout {
  const bounds = boundsOfIds(layout, selection);
  if (bounds === null) return layout;
  return shift(layout, selection, limitMove(bounds, by, layout));
}

const shift = (layout: LabelLayout, selection: Selection, { dx, dy }: Offset) =>
  mapSelected(layout, selection, (element) => ({
    ...element,
    x: roundMm(element.x + dx),
    y: roundMm(element.y + dy),
  }));

/** Turns each selected element clockwise by 90°. */
export const rotate = (layout: LabelLayout, selection: Selection): LabelLayout =>
  mapSelected(layout, selection, rotated);

/** Changes one element. */
export const change = (
  layout: LabelLayout,
  id: string,
  make: (element: LayoutElement) => LayoutElement,
): LabelLayout => mapSelected(layout, only(id), make);

/** Changes the size of the label, within what a label may have. Elements stay where they are. */
export function resizeLabel(
  layout: LabelLayout,
  size: { readonly widthMm?: number; readonly heightMm?: number },
): LabelLayout {
  const side = (mm: number) => roundMm(limit(mm, MIN_LABEL_MM, MAX_LABEL_MM));
  const widthMm = side(size.widthMm ?? layout.widthMm);
  const heightMm = side(size.heightMm ?? layout.heightMm);
  const isSame = widthMm === layout.widthMm && heightMm === layout.heightMm;
  return isSame ? layout : { ...layout, widthMm, heightMm };
}
