import { Readable } from "node:stream";
import { deserializeError, type SerializedError } from "../../platform/error-serialization.ts";
import { reusableWorker } from "../../platform/reusable-worker.ts";
import type { Field } from "../import/values.ts";
import type { Separator } from "../tables/csv-write.ts";
import type { ExportSelection } from "./rows.ts";

/** A column of the file, and what it is about. */
export interface ExportColumn {
  readonly field: Field;
  readonly title: string;
  readonly width: number;
}

/** What an export's thread is given. */
export interface ExportInput {
  /** The generation's main file. */
  readonly database: string;
  readonly selection: ExportSelection;
  readonly format: "csv" | "xlsx";
  readonly separator: Separator;
  /** Given, for the thread begins sooner without the schemas that stand beside them. */
  readonly columns: readonly ExportColumn[];
}

/** What it says: `ready` or a failure when it is given its data, then one of the others each time that it is asked. */
export type ExportMessage =
  | { readonly kind: "ready" }
  | { readonly kind: "piece"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "end" }
  | { readonly kind: "refused"; readonly refusal: SerializedError }
  | { readonly kind: "failed"; readonly message: string };

const workers = reusableWorker(new URL("./export-worker.ts", import.meta.url));

/**
 * Begins the file, which is then made in the thread as it is read; destroying it before its end ends the thread. It is of the moment before
 * this resolves. Rejects with WrongState where it would be longer than its format holds.
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
    worker.on("message", (said: ExportMessage) => {
      if (said.kind === "ready") begun();
      else if (said.kind === "refused") file.destroy(deserializeError(said.refusal));
      else if (said.kind === "failed") file.destroy(new Error(said.message));
      else if (said.kind === "piece") file.push(Buffer.from(said.bytes.buffer));
      else {
        isOver = true;
        workers.release(worker);
        file.push(null);
      }
    });
    worker.on("error", (error) => file.destroy(error instanceof Error ? error : new Error(String(error))));
    worker.on("exit", () => file.destroy(new Error("the thread of an export has ended")));
    worker.postMessage(data);
  });
  return file;
}
