import type { Readable } from "node:stream";
import type { Separator } from "../../platform/tables/csv-write.ts";
import { DatabaseWorker } from "../../platform/workers/database-worker.ts";
import { streamFromWorker } from "../../platform/workers/piece-stream.ts";
import type { TransferredResult } from "../../platform/workers/protocol.ts";
import { reusableWorker } from "../../platform/workers/reusable-worker.ts";
import type { Field } from "../import/values.ts";
import type { ExportSelection } from "./rows.ts";

/** A column of the file with its field. */
export interface ExportColumn {
  readonly field: Field;
  readonly title: string;
  readonly width: number;
}

/** Input of the export worker. */
export interface ExportInput {
  /** The generation's main file. */
  readonly database: string;
  readonly selection: ExportSelection;
  readonly format: "csv" | "xlsx";
  readonly separator: Separator;
  /** Passed in, because loading the columns with their schemas would slow the worker's start. */
  readonly columns: readonly ExportColumn[];
}

/** The functions of the export worker: one file at a time. */
export interface ExportProgram {
  start(input: ExportInput): void;
  /** The next piece of the file; null: the end. */
  next(input: null): Promise<TransferredResult<Uint8Array> | null>;
}

const workers = reusableWorker<ExportProgram>(
  () => new DatabaseWorker(new URL("./export-worker.ts", import.meta.url)),
);

/**
 * Starts an export. The worker produces the file as the stream is read; destroying the stream early ends the worker. The
 * snapshot is taken before this resolves. Rejects with WrongState if the format can't hold all rows.
 */
export async function startExport(data: ExportInput): Promise<Readable> {
  const worker = workers.take();
  try {
    await worker.call("start", data);
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
