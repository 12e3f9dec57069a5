import { msg } from "../../domain/message.ts";
import { deserializeError, type SerializedError } from "../../platform/error-serialization.ts";
import { reusableWorker } from "../../platform/reusable-worker.ts";
import { diskFull } from "../../storage/disk-errors.ts";
import type { ReadText } from "../tables/csv-read.ts";
import { unreadable } from "../tables/source.ts";
import type { Cause } from "./causes.ts";
import type { Choices } from "./choices.ts";
import type { ChosenColumns } from "./header.ts";
import type { ImportOptions } from "./options.ts";
import type { PlanResult } from "./plan.ts";
import type { RowFault } from "./row-errors.ts";
import type { Field, Kind, Values } from "./values.ts";

/** What a dry run is given. */
export interface CheckData {
  readonly database: string;
  readonly tenantId: number;
  readonly kind: Kind;
  readonly options: ImportOptions;
  readonly chosen: ChosenColumns;
  readonly defaults: Values;
  /** Descriptors of open files: the upload, and two empty ones for the rows that are valid and those that are not. */
  readonly upload: number;
  readonly rows: number;
  readonly errorRows: number;
}

/** A column of the file, and what it is about; null: it is not imported. */
export interface FileColumn {
  /** From 0 on. */
  readonly column: number;
  readonly letter: string;
  readonly header: string;
  readonly field: Field | null;
  /** The first values in it that differ; none of a secret. */
  readonly samples: readonly string[];
}

/** How the table was read. */
export interface ReadLayout {
  /** The names of the sheets; null: it is a CSV file. */
  readonly sheets: readonly string[] | null;
  readonly sheet: string | null;
  readonly headerRow: number | null;
  readonly firstRows: readonly { readonly row: number; readonly cells: readonly string[] }[];
  readonly columns: readonly FileColumn[];
  /** How the text of a CSV file was read; null: it is a workbook. */
  readonly text: ReadText | null;
}

/** What a dry run has found. */
export interface Checked {
  readonly layout: ReadLayout;
  readonly result: PlanResult;
  /** The file's own names of the fields. */
  readonly headers: Readonly<Partial<Record<Field, string>>>;
  readonly defaults: Values;
  readonly choices: Choices;
  /** Rows below the header. */
  readonly rows: number;
  /** Rows without an error, which are not left out. */
  readonly validRows: number;
  readonly errorRows: number;
  /** As many columns as the header row, or the longest row with errors. */
  readonly errorColumns: number;
  /** Rows that are left out: by decisions, and totals. */
  readonly leftOut: number;
  readonly errors: readonly RowFault[];
  readonly errorCount: number;
  readonly causes: readonly Cause[];
}

/** What its thread says. */
export type CheckSign =
  | { readonly kind: "progress"; readonly done: number }
  | { readonly kind: "done"; readonly checked: Checked }
  | { readonly kind: "refused"; readonly refusal: SerializedError }
  | { readonly kind: "failed"; readonly message: string; readonly code: string };

/** A workbook whose shared texts fill the memory ends its own thread, not the box. */
const MOST_HEAP_MB = 512;
/** The thread of a longer table is not kept for the next check: its heap stays as large as that table needed. */
const MAX_ROWS_TO_KEEP = 20_000;

const threads = reusableWorker(new URL("./check-worker.ts", import.meta.url), {
  resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
});

/**
 * Reads a table and plans its import, in a thread with a connection of its own that only reads. Rejects with Invalid where
 * the file can't be read, with Unavailable where the disk takes no more, with the signal's reason when that is aborted.
 */
export async function check(
  data: CheckData,
  tell: (done: number) => void,
  signal: AbortSignal,
): Promise<Checked> {
  signal.throwIfAborted();
  const worker = threads.take();
  let isReusable = false;
  let abort = () => {};
  try {
    const sign = await new Promise<Exclude<CheckSign, { kind: "progress" }>>((done, failed) => {
      abort = () => failed(signal.reason);
      signal.addEventListener("abort", abort, { once: true });
      worker.on("message", (said: CheckSign) => {
        if (said.kind === "progress") tell(said.done);
        else done(said);
      });
      worker.on("error", (error) => failed(isOutOfMemory(error) ? tooLarge() : error));
      worker.on("exit", () => failed(new Error("the thread of a dry run has ended")));
      worker.postMessage(data);
    });
    if (sign.kind === "refused") throw deserializeError(sign.refusal);
    if (sign.kind === "failed") throw sign.code === "ENOSPC" ? diskFull() : new Error(sign.message);
    isReusable = sign.checked.rows <= MAX_ROWS_TO_KEEP;
    return sign.checked;
  } finally {
    signal.removeEventListener("abort", abort);
    // One that failed or was aborted may still be reading the file.
    if (isReusable) threads.release(worker);
    else await worker.terminate();
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}

function tooLarge() {
  return unreadable(
    msg(
      `Reading the file takes more than ${MOST_HEAP_MB} MB of memory. Split it, or save it as CSV.`,
      `Čtení souboru vyžaduje více než ${MOST_HEAP_MB} MB paměti. Rozdělte jej, nebo jej uložte jako CSV.`,
    ),
  );
}
