import { parentPort, workerData } from "node:worker_threads";
import { preparer } from "./prepared.ts";
import type { ReaderJob, ReaderResponse, ReaderSwitch } from "./reader.ts";
import { Database } from "./worker-database.ts";

const PIECE_ROWS = 1024;

if (parentPort === null) throw new Error("not a worker thread");
const port = parentPort;
const open = (file: string) => new Database(file, { readonly: true, timeout: 5000 });
let db = open(String(workerData.file));
let prepare = preparer(db);

function execute({ id, query }: ReaderJob): ReaderResponse {
  const statement = prepare<unknown>({ sql: query.sql, reads: [] });
  const pieces: ArrayBuffer[] = [];
  let texts: string[] = [];
  let rows = 0;
  const flush = () => {
    if (texts.length === 0) return;
    const comma = pieces.length > 0 ? "," : "";
    // Not a buffer of the pool, because it is transferred to the main thread.
    pieces.push(new Uint8Array(Buffer.from(comma + texts.join(","))).buffer);
    texts = [];
  };
  for (const text of statement.pluck().iterate(...query.values)) {
    rows++;
    texts.push(String(text));
    if (texts.length === PIECE_ROWS) flush();
  }
  flush();
  return { id, pieces, rows, error: null };
}

port.on("message", (job: ReaderJob | ReaderSwitch) => {
  if ("file" in job) {
    db.close();
    db = open(job.file);
    prepare = preparer(db);
    return;
  }
  try {
    const response = execute(job);
    port.postMessage(response, [...response.pieces]);
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    port.postMessage({ id: job.id, pieces: [], rows: 0, error: failure } satisfies ReaderResponse);
  }
});
