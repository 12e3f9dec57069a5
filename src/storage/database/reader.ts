import type { Worker } from "node:worker_threads";
import { DatabaseWorker } from "../../platform/database-worker.ts";
import type { BoundQuery } from "./statement.ts";

/** What a reader thread is told: to read another file from now on. */
export interface ReaderSwitch {
  readonly file: string;
}

/** What a reader thread is asked: queries whose single column is one JSON value a row. */
export interface ReaderJob {
  readonly id: number;
  readonly query: BoundQuery;
}

/** What it answers: the rows' JSON joined by commas, in pieces; or the reason of its failure. */
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

/** Long reads, in a thread of their own with their own read-only connection: the event loop is never held. */
export interface Reader {
  rows(query: BoundQuery): Promise<JsonRows>;
  /** Reads the next generation from now on; what was asked before is still answered from the other. */
  switchTo(file: string): void;
  stop(): Promise<void>;
}

/** Starts the reader of a generation; the thread itself starts with the first job. */
export function startReader(firstFile: string): Reader {
  let file = firstFile;
  const waiting = new Map<number, { done: (rows: JsonRows) => void; failed: (error: Error) => void }>();
  let nextId = 1;
  let thread: Worker | null = null;

  function start(): Worker {
    const worker = new DatabaseWorker(new URL("./reader-worker.ts", import.meta.url), {
      workerData: { file },
    });
    worker.on("message", (answer: ReaderResponse) => {
      const waiter = waiting.get(answer.id);
      waiting.delete(answer.id);
      if (waiting.size === 0) worker.unref();
      if (answer.error !== null) return waiter?.failed(new Error(answer.error));
      waiter?.done({ rows: answer.rows, pieces: answer.pieces.map((piece) => Buffer.from(piece)) });
    });
    let isOver = false;
    const end = (failure: Error) => {
      // Told twice of one death: the second time the jobs may be its successor's.
      if (isOver) return;
      isOver = true;
      if (thread === worker) thread = null;
      for (const { failed } of waiting.values()) failed(failure);
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
      return new Promise((done, failed) => {
        const id = nextId++;
        waiting.set(id, { done, failed });
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
      for (const { failed } of waiting.values()) failed(new Error("the server is stopping"));
      waiting.clear();
    },
  };
}
