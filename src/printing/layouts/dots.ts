import type { Resolution } from "../../domain/label-layout.ts";

/** Dots of a millimetre. Printers of 203 dpi have eight. */
export const DOTS_PER_MM: Readonly<Record<Resolution, number>> = {
  180: 180 / 25.4,
  203: 8,
  300: 300 / 25.4,
  600: 600 / 25.4,
};

/** Dots of a length, at least one. */
export const dotsOf = (mm: number, dpi: Resolution) => Math.max(1, Math.round(mm * DOTS_PER_MM[dpi]));
