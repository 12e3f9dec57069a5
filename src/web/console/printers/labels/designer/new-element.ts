import type { LabelLayout, LayoutElement, Symbology } from "../../../../../domain/label-layout.ts";
import type { LabelSubject } from "../../../../../domain/placeholder-names.ts";
import { boxOf, limit, roundMm } from "./geometry.ts";
import { MARGIN_MM } from "./snapping.ts";

/** What the palette adds. A field is a text with a placeholder, a line a filled box. */
export const PALETTE = ["text", "field", "code", "line", "box", "picture"] as const;
export type PaletteItem = (typeof PALETTE)[number];

const BASE = { x: 0, y: 0, rotation: 0 } as const;
const TEXT = { kind: "text", fontMm: 3, align: "left", isBold: false, wraps: false, heightMm: 5 } as const;

/** A new element of the palette, as wide as the label permits, at its top left corner. */
export function newElement(
  item: Exclude<PaletteItem, "picture">,
  id: string,
  text: string,
  label: LabelLayout,
): LayoutElement {
  const base = { ...BASE, id };
  const wide = (mm: number) => limit(mm, 5, label.widthMm - 2 * MARGIN_MM);
  switch (item) {
    case "text":
    case "field":
      return { ...base, ...TEXT, text, widthMm: wide(30) };
    case "code":
      return {
        ...base,
        kind: "code",
        symbology: "code128",
        text,
        ...codeSize("code128", label),
        showText: false,
      };
    case "line":
      return { ...base, kind: "box", widthMm: wide(30), heightMm: 0.5, strokeMm: 0.5, isFilled: true };
    case "box":
      return { ...base, kind: "box", widthMm: wide(20), heightMm: 10, strokeMm: 0.5, isFilled: false };
  }
}

/** A new picture with the ratio of its pixels. */
export function newPicture(
  id: string,
  { picture, width, height }: { readonly picture: string; readonly width: number; readonly height: number },
  label: LabelLayout,
): LayoutElement {
  const scale = Math.min(20 / width, (label.heightMm - 2 * MARGIN_MM) / height);
  return {
    ...BASE,
    id,
    kind: "picture",
    picture,
    widthMm: Math.max(1, roundMm(width * scale)),
    heightMm: Math.max(1, roundMm(height * scale)),
  };
}

/** Whether a code is a square of modules, not bars. */
export const isTwoDimensional = (symbology: Symbology) =>
  symbology === "qr" || symbology === "datamatrix" || symbology === "gs1-datamatrix";

/** The content of a code before the user changes it: what the kind of code holds of a record. */
export function usualContent(symbology: Symbology, subject: LabelSubject): string {
  if (subject === "location") return "{{code}}";
  if (symbology.startsWith("gs1-")) return "{{gs1}}";
  return symbology === "ean13" ? "{{ean}}" : "{{code}}";
}

/** A usual size of a new code, before the user changes it. */
export function codeSize(symbology: Symbology, label: LabelLayout) {
  const most = { width: label.widthMm - 2 * MARGIN_MM, height: label.heightMm - 2 * MARGIN_MM };
  if (isTwoDimensional(symbology)) {
    const side = limit(15, 5, Math.min(most.width, most.height));
    return { widthMm: side, heightMm: side };
  }
  return { widthMm: limit(40, 10, most.width), heightMm: limit(12, 5, most.height) };
}

/** Places a new element in the middle of the label, or a step below the last one where that place is taken. */
export function placed<E extends LayoutElement>(element: E, label: LabelLayout): E {
  const { width, height } = boxOf(element);
  const most = { x: Math.max(0, label.widthMm - width), y: Math.max(0, label.heightMm - height) };
  let at = { x: Math.round(most.x / 2), y: Math.round(most.y / 2) };
  const isTaken = () => label.elements.some(({ x, y }) => x === at.x && y === at.y);
  for (let i = 0; i < label.elements.length && isTaken(); i++) {
    at = { x: limit(at.x + 1, 0, most.x), y: limit(at.y + 1, 0, most.y) };
  }
  return { ...element, x: roundMm(at.x), y: roundMm(at.y) };
}

/** An id that no element of the label has. */
export function freeId({ elements }: LabelLayout): string {
  const taken = new Set(elements.map(({ id }) => id));
  let n = elements.length + 1;
  while (taken.has(`e${n}`)) n++;
  return `e${n}`;
}
