import {
  type LabelLayout,
  type LayoutElement,
  MAX_LABEL_MM,
  MIN_ELEMENT_MM,
  printedSize,
  type Rotation,
} from "../../../../../domain/label-layout.ts";

// Boxes on a label, in millimetres from its top left corner.

/** A rectangle on the label. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A distance on the label. */
export interface Offset {
  readonly dx: number;
  readonly dy: number;
}

/** Rounds to a hundredth of a millimetre, the precision of a layout. */
export const roundMm = (mm: number) => Math.round(mm * 100) / 100 + 0;

/** The number of millimetres of a typed text, with a comma or a point; null: it is none. */
export function parseMm(text: string): number | null {
  const plain = text.trim().replace(",", ".");
  return /^\d{1,4}(\.\d*)?$|^\.\d+$/.test(plain) ? roundMm(Number(plain)) : null;
}

/** The box that an element covers after its rotation. */
export function boxOf(element: LayoutElement): Box {
  const { widthMm: width, heightMm: height } = printedSize(element);
  return { x: element.x, y: element.y, width, height };
}

/** The element in another box, within what a layout permits; its rotation stays. */
export function withBox<E extends LayoutElement>(element: E, box: Box): E {
  const { x, y } = placeAt(box);
  const size = printedSize({
    widthMm: limit(roundMm(box.x + box.width - x), MIN_ELEMENT_MM, MAX_LABEL_MM),
    heightMm: limit(roundMm(box.y + box.height - y), MIN_ELEMENT_MM, MAX_LABEL_MM),
    rotation: element.rotation,
  });
  return { ...element, x, y, ...size };
}

/** A place of an element, within what a layout permits. */
export const placeAt = ({ x, y }: { readonly x: number; readonly y: number }) => ({
  x: limit(roundMm(x), 0, MAX_LABEL_MM),
  y: limit(roundMm(y), 0, MAX_LABEL_MM),
});

/** The smallest box around all; null: there is none. */
export function boundsOf(boxes: readonly Box[]): Box | null {
  if (boxes.length === 0) return null;
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** The box of some elements; null: none of them exists. */
export const boundsOfIds = ({ elements }: LabelLayout, ids: ReadonlySet<string>) =>
  boundsOf(elements.filter(({ id }) => ids.has(id)).map(boxOf));

/** Whether two boxes have a common point. */
export const overlaps = (one: Box, other: Box) =>
  one.x <= other.x + other.width &&
  other.x <= one.x + one.width &&
  one.y <= other.y + other.height &&
  other.y <= one.y + one.height;

/** The box between two points. */
export const boxBetween = (a: { x: number; y: number }, b: { x: number; y: number }): Box => ({
  x: Math.min(a.x, b.x),
  y: Math.min(a.y, b.y),
  width: Math.abs(a.x - b.x),
  height: Math.abs(a.y - b.y),
});

/**
 * Limits a move so that the box stays on the label. A box that is partly outside already does not get further out.
 */
export function limitMove(box: Box, { dx, dy }: Offset, label: LabelLayout): Offset {
  return {
    dx: limit(dx, Math.min(0, -box.x), Math.max(0, label.widthMm - box.x - box.width)),
    dy: limit(dy, Math.min(0, -box.y), Math.max(0, label.heightMm - box.y - box.height)),
  };
}

/** The nearest number within two limits. */
export const limit = (value: number, min: number, max: number) => Math.max(min, Math.min(max, value)) + 0;

/** Turns an element clockwise by 90°. Its top left corner stays, so it does not leave the label there. */
export const rotated = <E extends LayoutElement>(element: E): E => ({
  ...element,
  rotation: ((element.rotation + 90) % 360) as Rotation,
});
