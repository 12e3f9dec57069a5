import type { LabelLayout, LayoutElement, TextElement } from "../../../../../domain/label-layout.ts";

// Ready-made layouts to start from, in the sizes that rolls have.

/** Usual sizes of labels in millimetres. */
export const SIZES = [
  [100, 150],
  [100, 100],
  [100, 50],
  [80, 50],
  [60, 40],
  [57, 32],
  [50, 25],
  [40, 20],
  [38, 25],
  [30, 15],
] as const;

type Place = readonly [x: number, y: number, widthMm: number, heightMm: number];

const base = ([x, y, widthMm, heightMm]: Place) => ({ x, y, widthMm, heightMm, rotation: 0 }) as const;

const text = (place: Place, content: string, fontMm: number, more: Partial<TextElement> = {}): Element => ({
  ...base(place),
  ...{ kind: "text", text: content, fontMm, align: "left", isBold: false, wraps: false, ...more },
});
const code128 = (place: Place, content: string, showText = false): Element => ({
  ...base(place),
  ...{ kind: "code", symbology: "code128", text: content, showText },
});
const qr = ([x, y, side]: readonly [number, number, number], content: string): Element => ({
  ...base([x, y, side, side]),
  ...{ kind: "code", symbology: "qr", text: content, showText: false },
});
const line = (place: Place): Element => ({
  ...base(place),
  ...{ kind: "box", strokeMm: place[3], isFilled: true },
});

type WithoutId<E> = E extends LayoutElement ? Omit<E, "id"> : never;
type Element = WithoutId<LayoutElement>;

const layout = (widthMm: number, heightMm: number, ...elements: readonly Element[]): LabelLayout => ({
  widthMm,
  heightMm,
  elements: elements.map((element, i) => ({ ...element, id: `e${i + 1}` }) as LayoutElement),
});

/** The name of a size, also in lists. */
export const sizeName = ({ widthMm, heightMm }: Pick<LabelLayout, "widthMm" | "heightMm">) =>
  `${widthMm} × ${heightMm} mm`;

/** Layouts for articles, the largest first, and an empty one. */
export const READY_MADE: readonly LabelLayout[] = [
  layout(
    100,
    50,
    text([4, 3, 92, 7], "{{name}}", 5, { isBold: true }),
    text([4, 11, 70, 5], "{{category}}", 3),
    code128([4, 18, 66, 16], "{{code}}"),
    text([4, 35, 66, 5], "{{code}}", 3.5, { align: "center" }),
    qr([74, 14, 22], "{{code}}"),
    line([4, 41.5, 92, 0.3]),
    text([4, 43, 60, 4.5], "{{location}}", 2.8),
    text([64, 43, 32, 4.5], "{{serialNumber}}", 2.8, { align: "right" }),
  ),
  layout(
    57,
    32,
    text([2, 2, 53, 5], "{{name}}", 3.2, { isBold: true }),
    code128([2, 8, 36, 12], "{{code}}"),
    text([2, 20.5, 36, 4], "{{code}}", 2.6, { align: "center" }),
    qr([39, 8, 16], "{{code}}"),
    text([2, 26, 53, 4], "{{location}}", 2.4),
  ),
  layout(
    50,
    25,
    text([2, 1.5, 46, 4.5], "{{name}}", 2.8, { isBold: true }),
    code128([2, 6.5, 32, 10], "{{code}}"),
    text([2, 17, 32, 4], "{{code}}", 2.4, { align: "center" }),
    qr([34.5, 6.5, 14], "{{code}}"),
    text([2, 21, 46, 3.5], "{{location}}", 2),
  ),
  layout(
    40,
    20,
    text([2, 1, 36, 4], "{{name}}", 2.4),
    code128([2, 5.5, 36, 9], "{{code}}"),
    text([2, 15, 36, 4], "{{code}}", 2.4, { align: "center" }),
  ),
  layout(
    30,
    15,
    qr([1, 1, 13], "{{code}}"),
    text([14.5, 2, 14.5, 4], "{{code}}", 2.2, { isBold: true }),
    text([14.5, 6.5, 14.5, 7], "{{name}}", 1.8, { wraps: true }),
  ),
];
