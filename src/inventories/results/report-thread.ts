import { Readable } from "node:stream";
import { parentPort, workerData } from "node:worker_threads";
import { Database } from "../../storage/in-thread.ts";
import { preparer } from "../../storage/prepared.ts";
import type { Db } from "../../storage/statement.ts";
import { csvFile } from "../../tables/csv-write.ts";
import { inPieces } from "../../tables/pieces.ts";
import { XLSX_ROWS, xlsxFile } from "../../tables/xlsx-write.ts";
import { chosen } from "../create-store.ts";
import { inventoryOf } from "../inventory.ts";
import { reportPdf } from "./protocol/protocol.ts";
import { type Report, readReport } from "./report.ts";
import { reportJson } from "./report-json.ts";
import { reportTable, reportTables } from "./report-table.ts";
import type { ReportJob, ReportSign } from "./reports.ts";

// One report, of one moment: read and made here, and handed over piece by piece as it is asked for.

if (parentPort === null) throw new Error("this runs as a thread");
const port = parentPort;
const job = workerData as ReportJob;

function read(): Report {
  const { tenantId, inventoryId } = job;
  const connection = new Database(job.file, { readonly: true, timeout: 5000 });
  const prepare = preparer(connection);
  const db: Db = { query: (text) => prepare(text) };
  // What is read from now on is of this moment, however long it takes.
  connection.exec("BEGIN");
  const places = chosen.all(db, { tenantId, inventoryId }).map(({ locationId }) => locationId);
  return readReport(db, inventoryOf(db, tenantId, inventoryId), places, job.now);
}

function made(report: Report): Readable {
  const { language, results } = job;
  switch (job.format) {
    case "csv":
      // Where decimals have a comma, spreadsheets split at semicolons.
      return csvFile(reportTable(report, language, results), language === "cs" ? ";" : ",");
    case "xlsx":
      return xlsxFile(reportTables(report, language, results));
    case "pdf":
      return reportPdf(report, language, job.timeZone);
    case "json":
      return Readable.from(inPieces(reportJson(report, language, results)), {
        objectMode: true,
        highWaterMark: 1,
      });
  }
}

const report = read();
const isTooLong = job.format === "xlsx" && report.open.items >= XLSX_ROWS;
const pieces = isTooLong ? null : made(report)[Symbol.asyncIterator]();
port.on("message", async () => {
  const next = await pieces?.next();
  if (next === undefined || next.done) return port.postMessage({ kind: "end" } satisfies ReportSign);
  // A buffer of its own, not a part of the pool's: it is handed over.
  const piece = new Uint8Array(next.value).buffer;
  port.postMessage({ kind: "piece", piece } satisfies ReportSign, [piece]);
});
port.postMessage({ kind: isTooLong ? "tooLong" : "ready" } satisfies ReportSign);
