import { parentPort, workerData } from "node:worker_threads";
import Database from "better-sqlite3";
import { preparer } from "../storage/statement.ts";
import type { Cell } from "../tables/cell.ts";
import { csvFile } from "../tables/csv-write.ts";
import { xlsxFile } from "../tables/xlsx-write.ts";
import type { Said, ThreadData } from "./file.ts";
import { rowsOf } from "./rows.ts";

// One export: everything of one moment, read and written piece by piece as the client takes it.

if (parentPort === null) throw new Error("this runs as a thread");
const port = parentPort;
const { database, wanted, columns, format, separator } = workerData as ThreadData;
const db = new Database(database, { readonly: true, timeout: 5000 });
db.pragma("cache_size = -65536");
// The moment of the file: the first read of a transaction settles what the others see.
db.exec("BEGIN");
db.pragma("schema_version");

function* cells(): Generator<Cell[], void> {
  for (const row of rowsOf({ query: preparer(db) }, wanted))
    yield columns.map(({ field }) => row[field] ?? null);
}

const table = { name: wanted.kind, columns, rows: cells() };
const file = (format === "xlsx" ? xlsxFile([table]) : csvFile(table, separator))[Symbol.asyncIterator]();

async function say(): Promise<Said> {
  try {
    const { done, value } = await file.next();
    return done ? { kind: "end" } : { kind: "piece", bytes: new Uint8Array(value) };
  } catch (error) {
    return { kind: "failed", message: error instanceof Error ? error.message : String(error) };
  }
}

port.on("message", async () => {
  const said = await say();
  port.postMessage(said, said.kind === "piece" ? [said.bytes.buffer] : []);
});
port.postMessage({ kind: "ready" } satisfies Said);
