import { Invalid, Unavailable } from "../../domain/errors.ts";
import type { Message } from "../../domain/message.ts";
import type { LabelSubject } from "../../domain/placeholder-names.ts";
import type { JobKind } from "../../storage/jobs/job-kind.ts";
import type { LabelValues } from "../languages/template-text.ts";
import { drawStored } from "../layouts/draw-layout.ts";
import type { StoredLayout } from "../layouts/pictures.ts";
import type { NewRequest } from "../queue/request.ts";
import type { LabelTime } from "./label-values.ts";
import { assertPrintable, type BulkLabel } from "./render-label.ts";

/** Input of the job. The label is that of the request: later changes of the format do not affect it. */
export interface BulkLabelsInput {
  /** Absent in jobs of earlier versions: articles. */
  readonly subject?: LabelSubject;
  /** The articles or locations, joined by commas. */
  readonly ids: string;
  readonly label: BulkLabel;
  readonly time: LabelTime;
  /** Sum of the labels' bytes that the quota permits. */
  readonly maxBytes: number;
  /** The values that all print requests have. */
  readonly request: Omit<NewRequest, "articleId" | "locationId">;
}

/** An article or location that got no label. */
export interface RefusedLabel {
  readonly oid: number;
  /** Code and name of the article; null: a location, or the tenant has no such article. */
  readonly article: string | null;
  /** Name of the location; absent: an article. */
  readonly location?: string | null;
  readonly reason: Message;
}

/** What a job of labels came to. */
export interface BulkLabelsResult {
  /** Print requests. */
  readonly added: number;
  readonly refused: number;
  /** The first hundred of them. */
  readonly refusals: readonly RefusedLabel[];
}

/** Adds a print request for each of many articles. */
export const BULK_LABELS: JobKind<BulkLabelsInput, BulkLabelsResult> = {
  name: "bulkLabels",
  module: new URL("./bulk-labels-job.ts", import.meta.url),
  journaled: ["printRequest"],
  between: (batch) => drawBatch(batch as LabelBatch),
};

/** Adds a print request for a location and each below it. */
export const BULK_LOCATION_LABELS: JobKind<BulkLabelsInput, BulkLabelsResult> = {
  ...BULK_LABELS,
  name: "bulkLocationLabels",
};

/** The values of a record's label, or why it has none. */
export type BatchValues = { readonly values: LabelValues } | { readonly reason: Message };
/** The dots of a record's label (raster/bitmap.ts), or why it has none. */
export type BatchLabel = { readonly data: Uint8Array } | { readonly reason: Message };

/** Labels of the next records of a job. */
export interface LabelBatch {
  readonly label: StoredLayout;
  readonly records: readonly BatchValues[];
}

/** No label is begun after this time, so that the job shows its progress and can be cancelled. */
const BATCH_MS = 250;

/** Draws the first labels of a batch, at least one, in their order. Throws Unavailable where too many labels wait. */
async function drawBatch({ label, records }: LabelBatch): Promise<BatchLabel[]> {
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
    return { reason: error.reason };
  }
}
