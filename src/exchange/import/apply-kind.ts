import type { Principal } from "../../domain/principal.ts";
import type { TableKind } from "../../domain/table-kinds.ts";
import type { JobKind } from "../../storage/jobs/job-kind.ts";
import type { PlanResult } from "./plan-result.ts";
import type { Field, Values } from "./values.ts";

/** Input of the job that applies an import. */
export interface ImportInput {
  readonly principal: Principal;
  readonly kind: TableKind;
  readonly fileName: string;
  /** Name of the file of valid rows (job-rows.ts), and their number. */
  readonly rows: string;
  readonly total: number;
  /** The file's headers, by field. */
  readonly headers: Readonly<Partial<Record<Field, string>>>;
  readonly defaults: Values;
  /** The cause that the audit names. */
  readonly cause: string;
}

/** Result of the job. */
export interface ImportResult extends PlanResult {
  /** Photos that were added. */
  readonly photos: number;
  readonly kind: TableKind;
  readonly fileName: string;
}

/** Applies an import. */
export const IMPORT: JobKind<ImportInput, ImportResult> = {
  name: "import",
  module: new URL("./apply-job.ts", import.meta.url),
  journaled: [
    ...(["article", "additionalCode", "articleLocation", "location", "user", "photo", "refillRule"] as const),
    ...(["articleCategory", "articleType", "articleState"] as const),
  ],
  // The plan keeps their rows.
  watched: ["location", "user", "articleCategory", "articleType", "articleState"],
  isUndoable: true,
};
