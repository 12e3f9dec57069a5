import type { Database as Connection } from "better-sqlite3";
import type { Cell } from "../../platform/tables/cell.ts";
import { csvFile } from "../../platform/tables/csv-write.ts";
import { XLSX_ROWS, xlsxFile } from "../../platform/tables/xlsx-write.ts";
import { type TransferredResult, transferredCopy } from "../../platform/workers/protocol.ts";
import { serveCalls } from "../../platform/workers/server.ts";
import { preparer } from "../../storage/database/connection.ts";
import { Database } from "../../storage/database/worker-database.ts";
import type { ExportInput, ExportProgram } from "./file.ts";
import { assertRowCount, rowsOf } from "./rows.ts";

// Exports, one at a time. Each reads one snapshot of the data, chunk by chunk as the client reads the file.

/** The file in progress. */
let current: { readonly db: Connection; readonly pieces: AsyncIterator<Buffer> } | null = null;

function start({ database, selection, columns, format, separator }: ExportInput): void {
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
}

async function next(): Promise<TransferredResult<Uint8Array> | null> {
  if (current === null) throw new Error("no export is in progress");
  const { done, value } = await current.pieces.next();
  if (!done) return transferredCopy(value);
  current.db.close();
  current = null;
  return null;
}

serveCalls<ExportProgram>({ start, next });
