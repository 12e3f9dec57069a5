import { Readable } from "node:stream";
import { Worker } from "node:worker_threads";
import type { Field } from "../import/values.ts";
import type { Separator } from "../tables/csv-write.ts";
import type { Wanted } from "./rows.ts";

/** A column of the file, and what it is about. */
export interface ExportColumn {
  readonly field: Field;
  readonly title: string;
  readonly width: number;
}

/** What an export's thread is given. */
export interface ThreadData {
  /** The generation's main file. */
  readonly database: string;
  readonly wanted: Wanted;
  readonly format: "csv" | "xlsx";
  readonly separator: Separator;
  /** Given, for the thread begins sooner without the schemas that stand beside them. */
  readonly columns: readonly ExportColumn[];
}

/** What it says: `ready` at the beginning, then one of the others each time that it is asked. */
export type Said =
  | { readonly kind: "ready" }
  | { readonly kind: "piece"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "end" }
  | { readonly kind: "failed"; readonly message: string };

/**
 * The file, made in a thread as it is read, of the moment in which the thread begins; nothing of it comes before that moment
 * is `durable`. Destroying it ends the thread.
 */
export function exportFile(data: ThreadData, durable: () => Promise<void> | null): Readable {
  const worker = new Worker(new URL("./export-thread.ts", import.meta.url), { workerData: data });
  const begun = new Promise<void>((ready) => worker.once("message", () => ready())).then(durable);
  const file = new Readable({
    read() {
      begun.then(
        () => worker.postMessage("next"),
        (error: Error) => file.destroy(error),
      );
    },
    destroy(error, done) {
      worker.terminate().then(
        () => done(error),
        (failure: Error) => done(error ?? failure),
      );
    },
  });
  worker.on("message", (said: Said) => {
    if (said.kind === "failed") file.destroy(new Error(said.message));
    else if (said.kind !== "ready") file.push(said.kind === "end" ? null : Buffer.from(said.bytes.buffer));
  });
  worker.on("error", (error) => file.destroy(error instanceof Error ? error : new Error(String(error))));
  worker.on("exit", () => file.destroy());
  return file;
}
