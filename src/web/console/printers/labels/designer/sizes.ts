import type { LabelLayout } from "../../../../../domain/label-layout.ts";

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

/** The name of a size in lists. */
export const sizeName = ({ widthMm, heightMm }: Pick<LabelLayout, "widthMm" | "heightMm">) =>
  `${widthMm} × ${heightMm} mm`;
