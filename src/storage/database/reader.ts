import { WorkerClient } from "../../platform/workers/client.ts";
import { DatabaseWorker } from "../../platform/workers/database-worker.ts";
import type { TransferredResult } from "../../platform/workers/protocol.ts";
import type { BoundQuery } from "./statement.ts";

/** A query, and the text between two rows of its result. */
export interface SeparatedQuery {
  readonly query: BoundQuery;
  readonly separator: string;
}

/** The functions of the reader thread. */
export interface ReaderProgram {
  /** Opens another main file. */
  open(file: string): void;
  /** Reads a query of one column with one JSON value per row: the rows' JSON joined by the separator, in pieces. */
  rows(read: SeparatedQuery): TransferredResult<JsonRows<ArrayBuffer>>;
}

/** Rows of JSON text, joined by the separator, as bytes. */
export interface JsonRows<Piece = Buffer> {
  readonly pieces: readonly Piece[];
  readonly rows: number;
  /** The newest transaction that the rows include. */
  readonly change: number;
}

/** Runs long reads in a thread with its own read-only connection, so that they never block the event loop. */
export type Reader = ReturnType<typeof startReader>;

/** Makes the reader of a generation. Its thread starts with the first request. */
export function startReader(firstFile: string) {
  let file = firstFile;
  let thread: WorkerClient<ReaderProgram> | null = null;

  function start(): WorkerClient<ReaderProgram> {
    const program = new URL("./reader-worker.ts", import.meta.url);
    return new WorkerClient(new DatabaseWorker(program, { workerData: { file } }));
  }

  return {
    /** `separator`: default a comma. */
    async rows(query: BoundQuery, separator = ",") {
      if (thread === null || thread.hasEnded) thread = start();
      const { pieces, ...read } = await thread.call("rows", { query, separator });
      return { ...read, pieces: pieces.map((piece) => Buffer.from(piece)) };
    },
    /** Switches to the next generation. Earlier requests still read the other one. */
    switchTo(next: string) {
      file = next;
      const worker = thread;
      // Without the file no request can be answered: the next one starts another thread.
      worker?.call("open", next).catch(() => worker.terminate());
    },
    async stop() {
      const worker = thread;
      thread = null;
      await worker?.terminate();
    },
  };
}
