import { Readable } from "node:stream";
import { Worker } from "node:worker_threads";
import type { Separator } from "../tables/csv-write.ts";
import type { Language } from "../words.ts";
import type { Wanted } from "./rows.ts";

/** What an export's thread is given. */
export interface ThreadData {
  /** The generation's main file. */
  readonly database: string;
  readonly wanted: Wanted;
  readonly format: "csv" | "xlsx";
  readonly separator: Separator;
  /** Of what stands above the columns. */
  readonly language: Language;
}

/** What it says, once for each time that it is asked. */
export type Said =
  | { readonly kind: "piece"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "end" }
  | { readonly kind: "failed"; readonly message: string };

/** The file, made in a thread as it is read, of the moment in which it is first read; destroying it ends the thread. */
export function exportFile(data: ThreadData): Readable {
  const worker = new Worker(new URL("./export-thread.ts", import.meta.url), { workerData: data });
  const file = new Readable({
    read: () => worker.postMessage("next"),
    destroy(error, done) {
      worker.terminate().then(
        () => done(error),
        (failure: Error) => done(error ?? failure),
      );
    },
  });
  worker.on("message", (said: Said) => {
    if (said.kind === "failed") file.destroy(new Error(said.message));
    else file.push(said.kind === "end" ? null : Buffer.from(said.bytes.buffer));
  });
  worker.on("error", (error) => file.destroy(error instanceof Error ? error : new Error(String(error))));
  worker.on("exit", () => file.destroy());
  return file;
}
