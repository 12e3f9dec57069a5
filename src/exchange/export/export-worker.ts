import { parentPort } from "node:worker_threads";
import type { Database as Connection } from "better-sqlite3";
import { DomainError } from "../../domain/errors.ts";
import { serializeError } from "../../platform/error-serialization.ts";
import { preparer } from "../../storage/database/prepared.ts";
import { Database } from "../../storage/database/worker-database.ts";
import type { Cell } from "../tables/cell.ts";
import { csvFile } from "../tables/csv-write.ts";
import { XLSX_ROWS, xlsxFile } from "../tables/xlsx-write.ts";
import type { ExportInput, ExportMessage } from "./file.ts";
import { assertRowCount, rowsOf } from "./rows.ts";

// Exports, one after the other: each has everything of one moment, read and written piece by piece as the client takes it.

if (parentPort === null) throw new Error("this runs as a thread");
const port = parentPort;

/** The file that is under way. */
let current: { readonly db: Connection; readonly pieces: AsyncIterator<Buffer> } | null = null;

function begin({ database, selection: wanted, columns, format, separator }: ExportInput): ExportMessage {
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
  if (format === "xlsx") assertRowCount(source, wanted, XLSX_ROWS - 1);
  const file = format === "xlsx" ? xlsxFile([table]) : csvFile(table, separator);
  current = { db, pieces: file[Symbol.asyncIterator]() };
  return { kind: "ready" };
}

async function next(): Promise<ExportMessage> {
  if (current === null) throw new Error("no file was begun");
  const { done, value } = await current.pieces.next();
  if (!done) return { kind: "piece", bytes: new Uint8Array(value) };
  current.db.close();
  current = null;
  return { kind: "end" };
}

function failed(error: unknown): ExportMessage {
  if (error instanceof DomainError) return { kind: "refused", refusal: serializeError(error) };
  return { kind: "failed", message: error instanceof Error ? error.message : String(error) };
}

async function carryOut(order: ExportInput | "next"): Promise<ExportMessage> {
  try {
    return order === "next" ? await next() : begin(order);
  } catch (error) {
    return failed(error);
  }
}

port.on("message", async (order: ExportInput | "next" | null) => {
  if (order === null) return port.close();
  const said = await carryOut(order);
  port.postMessage(said, said.kind === "piece" ? [said.bytes.buffer] : []);
});
