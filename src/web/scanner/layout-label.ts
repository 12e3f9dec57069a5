import { typed } from "./layout.ts";
import { LAYOUTS, type Layout } from "./layouts.ts";

/** What the test label says: no dead keys and no spaces, and each keyboard types it in its own way. */
export const LABEL = "TALLYBOX-0123456789/#Zyaqm";

// Its beginning is told from any other code on any keyboard that moves a letter or two.
const NAME_LENGTH = 8;
const LEAST_ALIKE = 6;

/** What a scan of the test label tells: the layout, `right` when nothing is to be corrected; null: it is not the label. */
export function layoutOfLabel(raw: string): Layout | "right" | null {
  if (raw === LABEL) return "right";
  return LAYOUTS.find((layout) => typed(layout, LABEL) === raw) ?? null;
}

/** Whether a scan was meant to be the test label, on whatever keyboard. */
export function resemblesLabel(raw: string): boolean {
  const same = [...raw.slice(0, NAME_LENGTH)].filter((sign, at) => sign === LABEL[at]).length;
  return Math.abs(raw.length - LABEL.length) <= 2 && same >= LEAST_ALIKE;
}
