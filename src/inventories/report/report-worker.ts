import { Readable } from "node:stream";
import { parentPort } from "node:worker_threads";
import type { Database as Connection } from "better-sqlite3";
import { toChunks } from "../../platform/tables/chunks.ts";
import { csvFile } from "../../platform/tables/csv-write.ts";
import { XLSX_ROWS, xlsxFile } from "../../platform/tables/xlsx-write.ts";
import { preparer } from "../../storage/database/prepared.ts";
import type { Db } from "../../storage/database/statement.ts";
import { Database } from "../../storage/database/worker-database.ts";
import { selectedLocations } from "../create-store.ts";
import { inventoryOf } from "../inventory.ts";
import { type Report, readReport } from "./report.ts";
import { reportJson } from "./report-json.ts";
import type { ReportJob, ReportMessage } from "./report-stream.ts";
import { reportTable, reportTables } from "./report-table.ts";

// Makes reports, one after the other. Each shows one moment and is handed over piece by piece on request.

if (parentPort === null) throw new Error("this module runs in a worker");
const port = parentPort;

/** The current report. */
let current: {
  readonly connection: Connection;
  readonly items: number;
  readonly pieces: AsyncIterator<Buffer>;
} | null = null;

function read(connection: Connection, { tenantId, inventoryId, now }: ReportJob): Report {
  const prepare = preparer(connection);
  const db: Db = { query: (text) => prepare(text) };
  // A read transaction: all reads show this moment.
  connection.exec("BEGIN");
  const locations = selectedLocations.all(db, { tenantId, inventoryId }).map(({ locationId }) => locationId);
  return readReport(db, inventoryOf(db, tenantId, inventoryId), locations, now);
}

async function fileOf(report: Report, { format, language, results, timeZone }: ReportJob): Promise<Readable> {
  switch (format) {
    case "csv":
      // With decimal commas, spreadsheets split at semicolons.
      return csvFile(reportTable(report, language, results), language === "cs" ? ";" : ",");
    case "xlsx":
      return xlsxFile(reportTables(report, language, results));
    case "pdf": {
      // Loaded on demand: loading takes longer than any other report.
      const { reportPdf } = await import("./pdf/report-pdf.ts");
      return reportPdf(report, language, timeZone);
    }
    case "json":
      return Readable.from(toChunks(reportJson(report, language, results)), {
        objectMode: true,
        highWaterMark: 1,
      });
  }
}

/** Begins a report. An error ends the worker. */
async function begin(job: ReportJob): Promise<ReportMessage> {
  const connection = new Database(job.file, { readonly: true, timeout: 5000 });
  const report = read(connection, job);
  const { items } = report.open;
  if (job.format === "xlsx" && items >= XLSX_ROWS) return { kind: "tooLong" };
  const pieces = (await fileOf(report, job))[Symbol.asyncIterator]();
  current = { connection, items, pieces };
  return { kind: "ready" };
}

async function next(): Promise<ReportMessage> {
  if (current === null) throw new Error("no report is in progress");
  const { connection, items, pieces } = current;
  const { done, value } = await pieces.next();
  // A copy: the buffer is transferred, and must not be part of the pool.
  if (!done) return { kind: "piece", piece: new Uint8Array(value).buffer };
  connection.close();
  current = null;
  return { kind: "end", items };
}

port.on("message", async (request: ReportJob | "next" | null) => {
  if (request === null) return port.close();
  const message = await (request === "next" ? next() : begin(request));
  port.postMessage(message, message.kind === "piece" ? [message.piece] : []);
});
