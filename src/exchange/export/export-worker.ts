import type { Cell } from "../../platform/tables/cell.ts";
import { csvFile } from "../../platform/tables/csv-write.ts";
import { XLSX_ROWS, xlsxFile } from "../../platform/tables/xlsx-write.ts";
import { serveFiles } from "../../storage/database/file-worker.ts";
import { assertRowCount, rowsOf } from "./rows.ts";
import type { ExportInput } from "./table-export.ts";

/** Rows name records all over the file. */
const CACHE_KIB = 65_536;

serveFiles<ExportInput>((db, { selection, columns, format, separator }) => {
  function* cells(): Generator<Cell[], void> {
    for (const row of rowsOf(db, selection)) yield columns.map(({ field }) => row[field] ?? null);
  }
  const table = { name: selection.kind, columns, rows: cells() };
  if (format === "xlsx") assertRowCount(db, selection, XLSX_ROWS - 1);
  return format === "xlsx" ? xlsxFile([table]) : csvFile(table, separator);
}, CACHE_KIB);
