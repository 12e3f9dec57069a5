import type { Message } from "../../domain/message.ts";
import type { LabelSubject } from "../../domain/placeholder-names.ts";
import type { JobKind } from "../../storage/jobs/job-kind.ts";
import type { StoredLayout } from "../layouts/stored-layout.ts";
import { drawBatch, type LabelBatch } from "./draw-batch.ts";
import type { SiteTime } from "./label.ts";
import type { TemplateSource } from "./render-label.ts";

/** The label of all articles: a template, or a drawn label for the printer. */
export type BulkLabel = TemplateSource | (StoredLayout & { readonly printerTypeId: number });

/** Input of the job. The label is that of the request: later changes of the format do not affect it. */
export interface BulkLabelsInput {
  /** Absent in jobs of earlier versions: articles. */
  readonly subject?: LabelSubject;
  /** The articles or locations, joined by commas. */
  readonly ids: string;
  readonly label: BulkLabel;
  readonly time: ReturnType<SiteTime>;
  /** Sum of the labels' bytes that the quota permits. */
  readonly maxBytes: number;
  /** The values that all print requests have. */
  readonly request: {
    readonly tenantId: number;
    readonly printerId: number;
    readonly labelFormatId: number;
    readonly copies: number;
    readonly createdBy: string;
    readonly userId: number;
    readonly deviceTokenId: number | null;
  };
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
