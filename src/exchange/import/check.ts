import { msg } from "../../domain/message.ts";
import type { TableKind } from "../../domain/table-kinds.ts";
import { deserializeError, type SerializedError } from "../../platform/error-serialization.ts";
import { reusableWorker } from "../../platform/reusable-worker.ts";
import type { ReadText } from "../../platform/tables/csv-read.ts";
import { unreadable } from "../../platform/tables/source.ts";
import { diskFullError } from "../../storage/disk-errors.ts";
import type { Cause } from "./causes.ts";
import type { Choices } from "./choices.ts";
import type { ChosenColumns } from "./header.ts";
import type { ImportOptions } from "./options.ts";
import type { PlanResult } from "./plan-result.ts";
import type { RowError } from "./row-errors.ts";
import type { Field, Values } from "./values.ts";

/** Input of a dry run. */
export interface CheckData {
  readonly database: string;
  readonly tenantId: number;
  /** The importing user. */
  readonly userId: number;
  readonly kind: TableKind;
  readonly options: ImportOptions;
  readonly chosen: ChosenColumns;
  readonly defaults: Values;
  /** Descriptors of open files: the upload, and two empty files for the valid rows and the rows with errors. */
  readonly upload: number;
  readonly rows: number;
  readonly errorRows: number;
}

/** A column of the file with its field; null: it is not imported. */
export interface FileColumn {
  /** Index, from 0. */
  readonly column: number;
  readonly letter: string;
  readonly header: string;
  readonly field: Field | null;
  /** The first distinct values; empty for a secret. */
  readonly samples: readonly string[];
}

/** The layout of a table as it was read. */
export interface TableLayout {
  /** The names of the sheets; null for CSV. */
  readonly sheets: readonly string[] | null;
  readonly sheet: string | null;
  readonly headerRow: number | null;
  readonly firstRows: readonly { readonly row: number; readonly cells: readonly string[] }[];
  readonly columns: readonly FileColumn[];
  /** Encoding and separator of a CSV file; null for a workbook. */
  readonly text: ReadText | null;
}

/** Result of a dry run. */
export interface CheckResult {
  readonly layout: TableLayout;
  readonly result: PlanResult;
  /** The file's headers, by field. */
  readonly headers: Readonly<Partial<Record<Field, string>>>;
  readonly defaults: Values;
  readonly choices: Choices;
  /** Rows below the header. */
  readonly rows: number;
  /** Rows without errors that are not left out. */
  readonly validRows: number;
  readonly errorRows: number;
  /** Columns of the header row, or of the longest row with errors. */
  readonly errorColumns: number;
  /** Rows left out: by decisions, totals and repeated headers. */
  readonly leftOut: number;
  readonly errors: readonly RowError[];
  readonly errorCount: number;
  readonly causes: readonly Cause[];
}

/** A message of the worker. */
export type CheckMessage =
  | { readonly kind: "progress"; readonly done: number }
  | { readonly kind: "done"; readonly checked: CheckResult }
  | { readonly kind: "refused"; readonly refusal: SerializedError }
  | { readonly kind: "failed"; readonly message: string; readonly code: string };

/** Limits the worker's heap, so that a workbook with large shared strings ends the worker and not the process. */
const MAX_HEAP_MB = 512;
/** The worker of a longer table is not reused, because its heap does not shrink. */
const MAX_ROWS_TO_KEEP = 20_000;

const workers = reusableWorker(new URL("./check-worker.ts", import.meta.url), {
  resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
});

/**
 * Reads a table and plans its import, in a worker with a read-only connection. Rejects with Invalid if the file can't be
 * read, with Unavailable if the disk is full, with the signal's reason when aborted.
 */
export async function check(
  data: CheckData,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<CheckResult> {
  signal.throwIfAborted();
  const worker = workers.take();
  let isReusable = false;
  let rowsRead = 0;
  let abort = () => {};
  try {
    const outcome = await new Promise<Exclude<CheckMessage, { kind: "progress" }>>((done, failed) => {
      abort = () => failed(signal.reason);
      signal.addEventListener("abort", abort, { once: true });
      worker.on("message", (message: CheckMessage) => {
        if (message.kind !== "progress") return done(message);
        rowsRead = message.done;
        onProgress(message.done);
      });
      worker.on("error", (error) => failed(isOutOfMemory(error) ? tooLarge() : error));
      worker.on("exit", () => failed(new Error("the worker of a dry run has exited")));
      worker.postMessage(data);
    });
    if (outcome.kind === "refused") {
      isReusable = rowsRead <= MAX_ROWS_TO_KEEP;
      throw deserializeError(outcome.refusal);
    }
    if (outcome.kind === "failed")
      throw outcome.code === "ENOSPC" ? diskFullError() : new Error(outcome.message);
    isReusable = outcome.checked.rows <= MAX_ROWS_TO_KEEP;
    return outcome.checked;
  } finally {
    signal.removeEventListener("abort", abort);
    // A worker that failed or was aborted may still be reading the file.
    if (isReusable) workers.release(worker);
    else await worker.terminate();
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}

function tooLarge() {
  return unreadable(
    msg(
      `Reading the file takes more than ${MAX_HEAP_MB} MB of memory. Split it, or save it as CSV.`,
      `Čtení souboru vyžaduje více než ${MAX_HEAP_MB} MB paměti. Rozdělte jej, nebo jej uložte jako CSV.`,
    ),
  );
}
