import { workerData } from "node:worker_threads";
import { TransferredResult } from "../../platform/workers/protocol.ts";
import { serveCalls } from "../../platform/workers/server.ts";
import { createFunctions, preparer } from "./connection.ts";
import type { ReaderProgram, SeparatedQuery } from "./reader.ts";
import { openForReading } from "./worker-database.ts";

const PIECE_ROWS = 1024;
const NEWEST = { sql: "SELECT change FROM changeCounter", reads: [] };

function open(file: string) {
  const opened = openForReading(file);
  createFunctions(opened);
  return opened;
}
let db = open(String(workerData.file));
let prepare = preparer(db);

function read({ query, separator }: SeparatedQuery): ReturnType<ReaderProgram["rows"]> {
  const statement = prepare<unknown>({ sql: query.sql, reads: [] });
  const pieces: ArrayBuffer[] = [];
  let texts: string[] = [];
  let rows = 0;
  const flush = () => {
    if (texts.length === 0) return;
    const start = pieces.length > 0 ? separator : "";
    // Not a buffer of the pool, because it is transferred to the main thread.
    pieces.push(new Uint8Array(Buffer.from(start + texts.join(separator))).buffer);
    texts = [];
  };
  // In one transaction, so that the rows are of this change.
  const change = db.transaction(() => {
    const newest = prepare<number>(NEWEST).pluck().get();
    for (const text of statement.pluck().iterate(...query.values)) {
      rows++;
      texts.push(String(text));
      if (texts.length === PIECE_ROWS) flush();
    }
    return newest ?? 0;
  })();
  flush();
  return new TransferredResult({ pieces, rows, change }, pieces);
}

serveCalls<ReaderProgram>({
  open(file) {
    db.close();
    db = open(file);
    prepare = preparer(db);
  },
  rows: read,
});
