import { Invalid, Unavailable } from "../../domain/errors.ts";
import type { Message } from "../../domain/message.ts";
import type { LabelValues } from "../languages/template-text.ts";
import { drawStored } from "../layouts/draw-layout.ts";
import type { StoredLayout } from "../layouts/stored-layout.ts";
import { assertPrintable } from "./print-problems.ts";

/** The values of a record's label, or why it has none. */
export type BatchValues = { readonly values: LabelValues } | { readonly reason: Message };
/** The dots of a record's label (raster/packed.ts), or why it has none. */
export type BatchLabel = { readonly data: Uint8Array } | { readonly reason: Message };

/** Labels of the next records of a job. */
export interface LabelBatch {
  readonly label: StoredLayout;
  readonly records: readonly BatchValues[];
}

/** No label is begun after this time, so that the job shows its progress and can be cancelled. */
const BATCH_MS = 250;

/** Draws the first labels of a batch, at least one, in their order. Throws Unavailable where too many labels wait. */
export async function drawBatch({ label, records }: LabelBatch): Promise<BatchLabel[]> {
  const end = performance.now() + BATCH_MS;
  const drawn: BatchLabel[] = [];
  for (const record of records) {
    if (drawn.length > 0 && performance.now() > end) break;
    drawn.push("reason" in record ? record : await drawOne(label, record.values));
  }
  return drawn;
}

async function drawOne(label: StoredLayout, values: LabelValues): Promise<BatchLabel> {
  try {
    const { data, problems } = await drawStored({ label, values });
    assertPrintable(problems, label.layout);
    return { data };
  } catch (error) {
    // The job counts failures, and ends after some of them. It waits as long as too many labels wait.
    if (error instanceof Unavailable && error.failure !== null) throw error.failure;
    if (!(error instanceof Invalid)) throw error;
    return { reason: error.fieldErrors[0]?.text ?? error.text };
  }
}
