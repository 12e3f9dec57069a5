import { workerData } from "node:worker_threads";
import { TransferredResult } from "../../platform/workers/protocol.ts";
import { serveCalls } from "../../platform/workers/server.ts";
import { createFunctions, preparer } from "./connection.ts";
import type { ReaderProgram, SeparatedQuery } from "./reader.ts";
import { Database } from "./worker-database.ts";

const PIECE_ROWS = 1024;

function open(file: string) {
  const opened = new Database(file, { readonly: true, timeout: 5000 });
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
  for (const text of statement.pluck().iterate(...query.values)) {
    rows++;
    texts.push(String(text));
    if (texts.length === PIECE_ROWS) flush();
  }
  flush();
  return new TransferredResult({ pieces, rows }, pieces);
}

serveCalls<ReaderProgram>({
  open(file) {
    db.close();
    db = open(file);
    prepare = preparer(db);
  },
  rows: read,
});
