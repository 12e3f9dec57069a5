import type { Readable } from "node:stream";
import type { LabelSubject } from "../../domain/placeholder-names.ts";
import { DatabaseWorker } from "../../platform/workers/database-worker.ts";
import { streamFromWorker } from "../../platform/workers/piece-stream.ts";
import type { TransferredResult } from "../../platform/workers/protocol.ts";
import { reusableWorker } from "../../platform/workers/reusable-worker.ts";
import type { SiteTime } from "../requests/label.ts";
import type { SheetOptions } from "./sheet-pdf.ts";

/** Input of the worker. */
export interface SheetInput {
  /** The generation's main file. */
  readonly database: string;
  readonly tenantId: number;
  readonly subject: LabelSubject;
  readonly ids: readonly number[];
  readonly time: ReturnType<SiteTime>;
  readonly options: SheetOptions;
}

/** The functions of the worker: one file at a time. */
export interface SheetProgram {
  start(input: SheetInput): void;
  /** The next piece of the file; null: the end. */
  next(input: null): Promise<TransferredResult<Uint8Array> | null>;
}

const workers = reusableWorker<SheetProgram>(
  () => new DatabaseWorker(new URL("./sheet-worker.ts", import.meta.url)),
);

/** Starts a sheet of labels. The worker produces the file as the stream is read; destroying the stream early ends the worker. */
export async function startSheet(input: SheetInput): Promise<Readable> {
  const worker = workers.take();
  try {
    await worker.call("start", input);
  } catch (error) {
    await worker.terminate();
    throw error;
  }
  return streamFromWorker({
    next: () => worker.call("next", null),
    ended: () => workers.release(worker),
    abort: () => worker.terminate(),
  });
}
