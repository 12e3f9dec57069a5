import { signal } from "@preact/signals";
import { readValue, writeValue } from "../db/values.ts";
import { type Layout, layoutOf } from "./layouts.ts";

/** The keyboard layout that scans are corrected for; null: no correction. */
export const layout = signal<Layout | null>(null);

/** Loads the stored layout. */
export async function startScanner(): Promise<void> {
  layout.value = layoutOf((await readValue("scanner"))?.layout ?? null);
}

/** Corrects all later scans for this layout. */
export async function chooseLayout(chosen: Layout | null): Promise<void> {
  // The layout applies even if the storage fails.
  try {
    await writeValue("scanner", { layout: chosen === null ? null : chosen.id });
  } finally {
    layout.value = chosen;
  }
}
