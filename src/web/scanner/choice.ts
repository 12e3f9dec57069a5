import { signal } from "@preact/signals";
import { readValue, writeValue } from "../db/values.ts";
import { type Layout, layoutOf } from "./layouts.ts";

/** The keyboard that this device takes the scanner for; null: the right one. */
export const layout = signal<Layout | null>(null);

/** Reads the layout that was found before. */
export async function startScanner(): Promise<void> {
  layout.value = layoutOf((await readValue("scanner"))?.layout ?? null);
}

/** Corrects all scans for this layout from now on. */
export async function chooseLayout(chosen: Layout | null): Promise<void> {
  // Shown as chosen when it is kept; where the storage fails it holds until the page goes.
  try {
    await writeValue("scanner", { layout: chosen === null ? null : chosen.id });
  } finally {
    layout.value = chosen;
  }
}
