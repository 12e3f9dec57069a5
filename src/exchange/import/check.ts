import { DomainError } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { errorCode } from "../../platform/error-code.ts";
import { IMPORT_CHECK_LIMITS } from "../../platform/limits.ts";
import { unreadableFile } from "../../platform/tables/source.ts";
import {
  callWithinLimits,
  reusableWorker,
  TimeLimitError,
  type TimeLimits,
} from "../../platform/workers/client.ts";
import { DatabaseWorker } from "../../platform/workers/database-worker.ts";
import { diskFullError } from "../../storage/files/disk-errors.ts";
import type { CheckData, CheckProgram, CheckResult } from "./check-program.ts";

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
    const code = errorCode(error);
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
