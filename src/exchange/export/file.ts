import { Readable } from "node:stream";
import { deserializeError, type SerializedError } from "../../platform/error-serialization.ts";
import { reusableWorker } from "../../platform/reusable-worker.ts";
import type { Separator } from "../../platform/tables/csv-write.ts";
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

/** A message of the worker: `ready` or a failure after its input, then one message per "next". */
export type ExportMessage =
  | { readonly kind: "ready" }
  | { readonly kind: "piece"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "end" }
  | { readonly kind: "refused"; readonly refusal: SerializedError }
  | { readonly kind: "failed"; readonly message: string };

const workers = reusableWorker(new URL("./export-worker.ts", import.meta.url));

/**
 * Starts an export. The worker produces the file as the stream is read; destroying the stream early ends the worker. The
 * snapshot is taken before this resolves. Rejects with WrongState if the format can't hold all rows.
 */
export async function startExport(data: ExportInput): Promise<Readable> {
  const worker = workers.take();
  let isOver = false;
  const file = new Readable({
    read: () => worker.postMessage("next"),
    destroy(error, done) {
      if (isOver) return done(error);
      worker.terminate().then(
        () => done(error),
        (failure: Error) => done(error ?? failure),
      );
    },
  });
  await new Promise<void>((begun, failed) => {
    file.once("error", failed);
    worker.on("message", (message: ExportMessage) => {
      if (message.kind === "ready") begun();
      else if (message.kind === "refused") file.destroy(deserializeError(message.refusal));
      else if (message.kind === "failed") file.destroy(new Error(message.message));
      else if (message.kind === "piece") file.push(Buffer.from(message.bytes.buffer));
      else {
        isOver = true;
        workers.release(worker);
        file.push(null);
      }
    });
    worker.on("error", (error) => file.destroy(error instanceof Error ? error : new Error(String(error))));
    worker.on("exit", () => file.destroy(new Error("the worker of an export has exited")));
    worker.postMessage(data);
  });
  return file;
}
