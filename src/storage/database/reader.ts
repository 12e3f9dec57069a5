import type { Worker } from "node:worker_threads";
import { DatabaseWorker } from "../../platform/database-worker.ts";
import type { BoundQuery } from "./statement.ts";

/** The message that makes the reader thread open another file. */
export interface ReaderSwitch {
  readonly file: string;
}

/** A request to the reader thread. The query has one column with one JSON value per row. */
export interface ReaderJob {
  readonly id: number;
  readonly query: BoundQuery;
}

/** A response of the reader thread: the rows' JSON joined by commas, in pieces, or an error message. */
export interface ReaderResponse {
  readonly id: number;
  readonly pieces: readonly ArrayBuffer[];
  readonly rows: number;
  readonly error: string | null;
}

/** Rows of JSON text, joined by commas, as bytes. */
export interface JsonRows {
  readonly pieces: readonly Buffer[];
  readonly rows: number;
}

/** Runs long reads in a thread with its own read-only connection, so that they never block the event loop. */
export interface Reader {
  rows(query: BoundQuery): Promise<JsonRows>;
  /** Switches to the next generation. Earlier requests still read the other one. */
  switchTo(file: string): void;
  stop(): Promise<void>;
}

/** Makes the reader of a generation. Its thread starts with the first request. */
export function startReader(firstFile: string): Reader {
  let file = firstFile;
  const waiting = new Map<number, { resolve: (rows: JsonRows) => void; reject: (error: Error) => void }>();
  let nextId = 1;
  let thread: Worker | null = null;

  function start(): Worker {
    const worker = new DatabaseWorker(new URL("./reader-worker.ts", import.meta.url), {
      workerData: { file },
    });
    worker.on("message", (response: ReaderResponse) => {
      const waiter = waiting.get(response.id);
      waiting.delete(response.id);
      if (waiting.size === 0) worker.unref();
      if (response.error !== null) return waiter?.reject(new Error(response.error));
      waiter?.resolve({ rows: response.rows, pieces: response.pieces.map((piece) => Buffer.from(piece)) });
    });
    let hasEnded = false;
    const end = (failure: Error) => {
      // Both events may report one end. At the second one the pending requests may belong to the next thread.
      if (hasEnded) return;
      hasEnded = true;
      if (thread === worker) thread = null;
      for (const { reject } of waiting.values()) reject(failure);
      waiting.clear();
    };
    worker.on("error", (error) => end(error instanceof Error ? error : new Error(String(error))));
    worker.on("exit", () => end(new Error("the reader thread has ended")));
    return worker;
  }

  return {
    rows(query) {
      thread ??= start();
      const worker = thread;
      worker.ref();
      return new Promise((resolve, reject) => {
        const id = nextId++;
        waiting.set(id, { resolve, reject });
        worker.postMessage({ id, query } satisfies ReaderJob);
      });
    },
    switchTo(next) {
      file = next;
      thread?.postMessage({ file } satisfies ReaderSwitch);
    },
    async stop() {
      const worker = thread;
      thread = null;
      if (worker) await worker.terminate();
      for (const { reject } of waiting.values()) reject(new Error("the server is stopping"));
      waiting.clear();
    },
  };
}
