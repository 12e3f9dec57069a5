import { DomainError } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { TableKind } from "../../domain/table-kinds.ts";
import { IMPORT_CHECK_LIMITS } from "../../platform/limits.ts";
import type { ReadText } from "../../platform/tables/csv-read.ts";
import { unreadableFile } from "../../platform/tables/source.ts";
import {
  callWithinLimits,
  reusableWorker,
  TimeLimitError,
  type TimeLimits,
} from "../../platform/workers/client.ts";
import { DatabaseWorker } from "../../platform/workers/database-worker.ts";
import { codeOf } from "../../platform/workers/protocol.ts";
import { diskFullError } from "../../storage/files/disk-errors.ts";
import type { Cause, Choices } from "./causes.ts";
import type { WrongCheckDigits } from "./check-rows.ts";
import type { Field, Values } from "./columns.ts";
import type { ChosenColumns } from "./header.ts";
import type { RowError } from "./issues.ts";
import type { Decision, ImportOptions } from "./options.ts";
import type { PlanResult } from "./plan.ts";
import type { NotTakenResult } from "./product-rows.ts";
import type { ProductId } from "./products/product-file.ts";

/** Input of a dry run. */
export interface CheckData {
  readonly database: string;
  readonly tenantId: number;
  /** The importing user. */
  readonly userId: number;
  readonly kind: TableKind;
  readonly importId: number;
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
  /** The product whose file it is; null: an own list. */
  readonly product: ProductId | null;
  readonly notTaken: NotTakenResult;
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
  /** Pictures of valid rows. */
  readonly pictures: number;
  readonly wrongCheckDigits: WrongCheckDigits;
  /** Columns of the header row, or of the longest row with errors. */
  readonly errorColumns: number;
  /** Rows left out: by decisions, totals and repeated headers. */
  readonly leftOut: number;
  /** Rows with a name or a code of several lines, which are joined. */
  readonly joinedRows: number;
  readonly errors: readonly RowError[];
  readonly errorCount: number;
  readonly causes: readonly Cause[];
  /** The decisions that belong to the file as it was read. */
  readonly decisions: readonly Decision[];
}

/** The functions of the worker. */
export interface CheckProgram {
  check(data: CheckData, report: (done: number) => void): Promise<CheckResult>;
}

/** Limits the worker's heap, so that a workbook with large shared strings ends the worker and not the process. */
const MAX_HEAP_MB = 512;
/** The worker of a longer table is not reused, because its heap does not shrink. */
const MAX_ROWS_TO_KEEP = 20_000;

const workers = reusableWorker<CheckProgram>(
  () =>
    new DatabaseWorker(new URL("./check-worker.ts", import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    }),
);

/**
 * Reads a table and plans its import, in a worker with a read-only connection. Rejects with Invalid if the file can't be
 * read within the limits, with Unavailable if the disk is full, with the signal's reason when aborted.
 */
export async function check(
  data: CheckData,
  onProgress: (done: number) => void,
  signal: AbortSignal,
  limits: TimeLimits = IMPORT_CHECK_LIMITS,
): Promise<CheckResult> {
  signal.throwIfAborted();
  const worker = workers.take();
  let isReusable = false;
  let rowsRead = 0;
  try {
    const progress = (done: number) => {
      rowsRead = done;
      onProgress(done);
    };
    const checked = await callWithinLimits(
      worker,
      limits,
      (called, options) => called.call("check", data, { onProgress: progress, ...options }),
      signal,
    );
    isReusable = checked.rows <= MAX_ROWS_TO_KEEP;
    return checked;
  } catch (error) {
    if (error instanceof DomainError) isReusable = rowsRead <= MAX_ROWS_TO_KEEP;
    if (error instanceof TimeLimitError) throw tooSlow(limits, error.limit);
    const code = codeOf(error);
    if (code === "ENOSPC") throw diskFullError();
    throw code === "ERR_WORKER_OUT_OF_MEMORY" ? tooLarge() : error;
  } finally {
    // A worker that failed or was aborted may still be reading the file.
    if (isReusable) workers.release(worker);
    else await worker.terminate();
  }
}

function tooSlow(limits: TimeLimits, limit: keyof TimeLimits) {
  return unreadableFile(
    msg("Reading the file takes more than {minutes} minutes. Split it, or save it as CSV.", {
      minutes: Math.ceil(limits[limit] / 60_000),
    }),
  );
}

function tooLarge() {
  return unreadableFile(
    msg("Reading the file takes more than {max} MB of memory. Split it, or save it as CSV.", {
      max: MAX_HEAP_MB,
    }),
  );
}
