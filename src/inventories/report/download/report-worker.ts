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
import { databaseHandle } from "../../../storage/database/connection.ts";
import type { Db } from "../../../storage/database/statement.ts";
import { openForReading } from "../../../storage/database/worker-database.ts";
import { selectedLocations } from "../../create.ts";
import { getInventory } from "../../inventory.ts";
import { readSealed } from "../../seal/sealed-file.ts";
import { type Report, readReport } from "../report.ts";
import { reportJson } from "../report-json.ts";
import { reportTable, reportTables } from "../report-table.ts";
import type { ReportJob, ReportProgram } from "./report-stream.ts";

// Makes reports, one after the other. Each shows one moment and is handed over piece by piece on request.

/** Most rows are read once, in their order: more cache would be memory alone. */
const CACHE_KIB = 4000;

/** The current report. */
let current: {
  readonly connection: Connection;
  readonly pieces: AsyncIterator<Buffer>;
} | null = null;

function read(connection: Connection, db: Db, { tenantId, inventoryId, now, timeZone }: ReportJob): Report {
  // A read transaction: all reads show this moment.
  connection.exec("BEGIN");
  const locations = selectedLocations.all(db, { tenantId, inventoryId }).map(({ locationId }) => locationId);
  return readReport(db, getInventory(db, tenantId, inventoryId), locations, now, timeZone);
}

async function fileOf(
  report: Report,
  { format, language, results, content, isRecord, now, madeBy, lastAddendum }: ReportJob,
  db: Db,
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
      return reportPdf(report, language, content, {
        record: isRecord ? recordOf(report, db) : null,
        made:
          content === "minutes" ? { at: now, by: madeBy ?? "", lastAddendum: lastAddendum ?? null } : null,
      });
    }
    case "json": {
      const json = reportJson(report, language, results);
      return Readable.from(toChunks(isRecord ? recordJson(json) : json), {
        objectMode: true,
        highWaterMark: 1,
      });
    }
  }
}

/** The record of a closed inventory up to its seal, which ends the object. */
function* recordJson(report: Iterable<string>): Generator<string> {
  yield '{"format":"tallybox record 1","report":';
  yield* report;
}

/** The sealed JSON in pieces, for the PDF that contains it. */
function recordOf({ inventory: { tenantId, oid: inventoryId }, seal }: Report, db: Db): Iterable<Buffer> {
  if (seal === null) throw new Error("the JSON of the record is not sealed");
  return readSealed(db, { tenantId, inventoryId, format: "json" });
}

async function begin(job: ReportJob): Promise<number> {
  const connection = openForReading(job.file, CACHE_KIB);
  const db = databaseHandle(connection);
  const report = read(connection, db, job);
  const { items } = report.open;
  if (job.format === "xlsx" && items >= XLSX_ROWS) throw tooLong();
  const pieces = (await fileOf(report, job, db))[Symbol.asyncIterator]();
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
