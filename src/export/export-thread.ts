import { parentPort, workerData } from "node:worker_threads";
import { Refusal } from "../errors.ts";
import { packRefusal } from "../refusal-packing.ts";
import { Database } from "../storage/in-thread.ts";
import { preparer } from "../storage/prepared.ts";
import type { Cell } from "../tables/cell.ts";
import { csvFile } from "../tables/csv-write.ts";
import { XLSX_ROWS, xlsxFile } from "../tables/xlsx-write.ts";
import type { Said, ThreadData } from "./file.ts";
import { refuseTooMany, rowsOf } from "./rows.ts";

// One export: everything of one moment, read and written piece by piece as the client takes it.

if (parentPort === null) throw new Error("this runs as a thread");
const port = parentPort;
const { database, wanted, columns, format, separator } = workerData as ThreadData;
const db = new Database(database, { readonly: true, timeout: 5000 });
db.pragma("cache_size = -65536");
// The moment of the file: the first read of a transaction settles what the others see.
db.exec("BEGIN");
db.pragma("schema_version");
const source = { query: preparer(db) };

function* cells(): Generator<Cell[], void> {
  for (const row of rowsOf(source, wanted)) yield columns.map(({ field }) => row[field] ?? null);
}

const table = { name: wanted.kind, columns, rows: cells() };

function begin(): AsyncIterator<Buffer> {
  if (format === "xlsx") refuseTooMany(source, wanted, XLSX_ROWS - 1);
  return (format === "xlsx" ? xlsxFile([table]) : csvFile(table, separator))[Symbol.asyncIterator]();
}

function failed(error: unknown): Said {
  if (error instanceof Refusal) return { kind: "refused", refusal: packRefusal(error) };
  return { kind: "failed", message: error instanceof Error ? error.message : String(error) };
}

async function next(file: AsyncIterator<Buffer>): Promise<Said> {
  try {
    const { done, value } = await file.next();
    return done ? { kind: "end" } : { kind: "piece", bytes: new Uint8Array(value) };
  } catch (error) {
    return failed(error);
  }
}

try {
  const file = begin();
  port.on("message", async () => {
    const said = await next(file);
    port.postMessage(said, said.kind === "piece" ? [said.bytes.buffer] : []);
  });
  port.postMessage({ kind: "ready" } satisfies Said);
} catch (error) {
  port.postMessage(failed(error));
}
