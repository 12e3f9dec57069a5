import { typed } from "./layout.ts";
import { LAYOUTS, type Layout } from "./layouts.ts";

/** The text of the test label: no dead keys and no spaces, and different on each layout. */
export const LABEL = "TALLYBOX-0123456789/#Zyaqm";

// The start of the text identifies the label, even if a layout changes two letters.
const NAME_LENGTH = 8;
const MIN_SAME = 6;

/** The layout that a scan of the test label shows; `right`: no correction needed; null: not the label. */
export function layoutOfLabel(raw: string): Layout | "right" | null {
  if (raw === LABEL) return "right";
  return LAYOUTS.find((layout) => typed(layout, LABEL) === raw) ?? null;
}

/** Whether a scan was probably the test label, typed with any layout. */
export function resemblesLabel(raw: string): boolean {
  const same = [...raw.slice(0, NAME_LENGTH)].filter((character, index) => character === LABEL[index]).length;
  return Math.abs(raw.length - LABEL.length) <= 2 && same >= MIN_SAME;
}
