import { Readable } from "node:stream";
import type { Database as Connection } from "better-sqlite3";
import { Invalid } from "../../../domain/errors.ts";
import { msg } from "../../../domain/message.ts";
import { LOCALES } from "../../../i18n/locales.ts";
import { toChunks } from "../../../platform/tables/chunks.ts";
import { csvFile, SEPARATORS } from "../../../platform/tables/csv-write.ts";
import { XLSX_ROWS, xlsxFile } from "../../../platform/tables/xlsx-write.ts";
import { type TransferredResult, transferredCopy } from "../../../platform/workers/protocol.ts";
import { serveCalls } from "../../../platform/workers/server.ts";
import { preparer } from "../../../storage/database/connection.ts";
import type { Db } from "../../../storage/database/statement.ts";
import { Database } from "../../../storage/database/worker-database.ts";
import { selectedLocations } from "../../create.ts";
import { getInventory } from "../../inventory.ts";
import { type Report, readReport } from "../report.ts";
import { reportJson } from "../report-json.ts";
import { reportTable, reportTables } from "../report-table.ts";
import type { ReportJob, ReportProgram } from "./report-stream.ts";

// Makes reports, one after the other. Each shows one moment and is handed over piece by piece on request.

/** The current report. */
let current: {
  readonly connection: Connection;
  readonly pieces: AsyncIterator<Buffer>;
} | null = null;

function read(connection: Connection, { tenantId, inventoryId, now }: ReportJob): Report {
  const prepare = preparer(connection);
  const db: Db = { query: (text) => prepare(text) };
  // A read transaction: all reads show this moment.
  connection.exec("BEGIN");
  const locations = selectedLocations.all(db, { tenantId, inventoryId }).map(({ locationId }) => locationId);
  return readReport(db, getInventory(db, tenantId, inventoryId), locations, now);
}

async function fileOf(
  report: Report,
  { format, language, results, timeZone }: ReportJob,
): Promise<AsyncIterable<Buffer>> {
  switch (format) {
    case "csv":
      // With decimal commas, spreadsheets split at semicolons.
      return csvFile(reportTable(report, language, results), SEPARATORS[LOCALES[language].separator]);
    case "xlsx":
      return xlsxFile(reportTables(report, language, results));
    case "pdf": {
      // Loaded on demand: loading takes longer than any other report.
      const { reportPdf } = await import("../pdf/report-pdf.ts");
      return reportPdf(report, language, timeZone);
    }
    case "json":
      return Readable.from(toChunks(reportJson(report, language, results)), {
        objectMode: true,
        highWaterMark: 1,
      });
  }
}

async function begin(job: ReportJob): Promise<number> {
  const connection = new Database(job.file, { readonly: true, timeout: 5000 });
  const report = read(connection, job);
  const { items } = report.open;
  if (job.format === "xlsx" && items >= XLSX_ROWS) throw tooLong();
  const pieces = (await fileOf(report, job))[Symbol.asyncIterator]();
  current = { connection, pieces };
  return items;
}

async function next(): Promise<TransferredResult<Uint8Array> | null> {
  if (current === null) throw new Error("no report is in progress");
  const { done, value } = await current.pieces.next();
  if (!done) return transferredCopy(value);
  current.connection.close();
  current = null;
  return null;
}

function tooLong(): Invalid {
  return Invalid.field("format", msg("Too many items for a workbook. Use csv."));
}

serveCalls<ReportProgram>({ begin, next });
