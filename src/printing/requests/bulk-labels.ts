import type { Message } from "../../domain/message.ts";
import type { JobKind } from "../../storage/jobs/job-kind.ts";
import type { SiteTime } from "./label.ts";
import type { LabelSource } from "./render-label.ts";

/** Input of the job. The label is that of the request: later changes of the format do not affect it. */
export interface BulkLabelsInput {
  /** The articles, joined by commas. */
  readonly ids: string;
  readonly label: LabelSource;
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

/** An article that got no label. */
export interface RefusedLabel {
  readonly oid: number;
  /** Code and name; null: the tenant has no such article. */
  readonly article: string | null;
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
};
