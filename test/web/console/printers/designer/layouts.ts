import fc from "fast-check";
import type { LabelLayout, LayoutElement } from "../../../../../src/domain/label-layout.ts";

/** A text element of a test. */
export const textAt = (id: string, x: number, y: number, more: Partial<LayoutElement> = {}): LayoutElement =>
  ({
    ...{ id, x, y, rotation: 0, kind: "text", text: id, widthMm: 20, heightMm: 5 },
    ...{ fontMm: 3, align: "left", isBold: false, wraps: false, ...more },
  }) as LayoutElement;

/** A label of 100 × 50 mm. */
export const labelOf = (...elements: readonly LayoutElement[]): LabelLayout => ({
  widthMm: 100,
  heightMm: 50,
  elements,
});

const mm = (min: number, max: number) => fc.integer({ min: min * 100, max: max * 100 }).map((n) => n / 100);

/** Lengths of a move. */
export const offsets = fc.record({ dx: mm(-400, 400), dy: mm(-400, 400) });

/** Labels of any size with up to six elements, which lie within the label or partly outside of it. */
export const labels: fc.Arbitrary<LabelLayout> = fc
  .record({
    widthMm: mm(10, 300),
    heightMm: mm(10, 300),
    places: fc.array(
      fc.record({
        x: mm(0, 250),
        y: mm(0, 250),
        widthMm: mm(1, 100),
        heightMm: mm(1, 100),
        rotation: fc.constantFrom(0, 90, 180, 270),
      }),
      { maxLength: 6 },
    ),
  })
  .map(({ widthMm, heightMm, places }) => ({
    widthMm,
    heightMm,
    elements: places.map(({ x, y, ...more }, i) =>
      textAt(`t${i}`, Math.min(x, widthMm), Math.min(y, heightMm), more as Partial<LayoutElement>),
    ),
  }));
