import { type PackedRefusal, unpackRefusal } from "../refusal-packing.ts";
import { DatabaseThread } from "../storage/database-thread.ts";
import { diskFull } from "../storage/disk.ts";
import type { ReadText, WantedText } from "../tables/csv-read.ts";
import type { Chosen } from "./chosen.ts";
import type { FileColumn } from "./header.ts";
import type { PlanResult } from "./plan.ts";
import type { Field, Kind } from "./values.ts";

/** What a dry run is given: descriptors of open files, the second one empty. */
export interface CheckData {
  readonly database: string;
  readonly tenantId: number;
  readonly kind: Kind;
  readonly sheet: string | null;
  readonly text: WantedText;
  readonly chosen: Chosen;
  readonly upload: number;
  readonly rows: number;
}

/** What a dry run has found. */
export interface Checked {
  readonly result: PlanResult;
  /** The file's own names of the fields. */
  readonly headers: Readonly<Partial<Record<Field, string>>>;
  /** All columns of the file, in its order. */
  readonly columns: readonly FileColumn[];
  readonly ignored: readonly string[];
  /** How the text of a CSV file was read; null: it is a workbook. */
  readonly text: ReadText | null;
}

/** What its thread says. */
export type CheckSign =
  | { readonly kind: "progress"; readonly done: number }
  | { readonly kind: "done"; readonly checked: Checked }
  | { readonly kind: "refused"; readonly refusal: PackedRefusal }
  | { readonly kind: "failed"; readonly message: string; readonly code: string };

/** A workbook whose shared texts fill the memory ends its own thread, not the box. */
const MOST_HEAP_MB = 768;

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
  const worker = new DatabaseThread(new URL("./check-thread.ts", import.meta.url), {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
  });
  let abort = () => {};
  try {
    const sign = await new Promise<Exclude<CheckSign, { kind: "progress" }>>((done, failed) => {
      abort = () => failed(signal.reason);
      signal.addEventListener("abort", abort, { once: true });
      worker.on("message", (said: CheckSign) => {
        if (said.kind === "progress") tell(said.done);
        else done(said);
      });
      worker.on("error", failed);
      worker.on("exit", () => failed(new Error("the thread of a dry run has ended")));
    });
    if (sign.kind === "refused") throw unpackRefusal(sign.refusal);
    if (sign.kind === "failed") throw sign.code === "ENOSPC" ? diskFull() : new Error(sign.message);
    return sign.checked;
  } finally {
    signal.removeEventListener("abort", abort);
    await worker.terminate();
  }
}
