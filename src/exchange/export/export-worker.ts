import { parentPort } from "node:worker_threads";
import type { Database as Connection } from "better-sqlite3";
import { DomainError } from "../../domain/errors.ts";
import { serializeError } from "../../platform/error-serialization.ts";
import type { Cell } from "../../platform/tables/cell.ts";
import { csvFile } from "../../platform/tables/csv-write.ts";
import { XLSX_ROWS, xlsxFile } from "../../platform/tables/xlsx-write.ts";
import { preparer } from "../../storage/database/prepared.ts";
import { Database } from "../../storage/database/worker-database.ts";
import type { ExportInput, ExportMessage } from "./file.ts";
import { assertRowCount, rowsOf } from "./rows.ts";

// Exports, one at a time. Each reads one snapshot of the data, chunk by chunk as the client reads the file.

if (parentPort === null) throw new Error("must run as a worker");
const port = parentPort;

/** The file in progress. */
let current: { readonly db: Connection; readonly pieces: AsyncIterator<Buffer> } | null = null;

function start({ database, selection, columns, format, separator }: ExportInput): ExportMessage {
  const db = new Database(database, { readonly: true, timeout: 5000 });
  db.pragma("cache_size = -65536");
  // The first read of a transaction fixes its snapshot.
  db.exec("BEGIN");
  db.pragma("schema_version");
  const source = { query: preparer(db) };
  function* cells(): Generator<Cell[], void> {
    for (const row of rowsOf(source, selection)) yield columns.map(({ field }) => row[field] ?? null);
  }
  const table = { name: selection.kind, columns, rows: cells() };
  if (format === "xlsx") assertRowCount(source, selection, XLSX_ROWS - 1);
  const file = format === "xlsx" ? xlsxFile([table]) : csvFile(table, separator);
  current = { db, pieces: file[Symbol.asyncIterator]() };
  return { kind: "ready" };
}

async function next(): Promise<ExportMessage> {
  if (current === null) throw new Error("no export is in progress");
  const { done, value } = await current.pieces.next();
  if (!done) return { kind: "piece", bytes: new Uint8Array(value) };
  current.db.close();
  current = null;
  return { kind: "end" };
}

function toErrorMessage(error: unknown): ExportMessage {
  if (error instanceof DomainError) return { kind: "refused", refusal: serializeError(error) };
  return { kind: "failed", message: error instanceof Error ? error.message : String(error) };
}

async function handle(request: ExportInput | "next"): Promise<ExportMessage> {
  try {
    return request === "next" ? await next() : start(request);
  } catch (error) {
    return toErrorMessage(error);
  }
}

port.on("message", async (request: ExportInput | "next" | null) => {
  if (request === null) return port.close();
  const message = await handle(request);
  port.postMessage(message, message.kind === "piece" ? [message.bytes.buffer] : []);
});
