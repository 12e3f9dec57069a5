import { join } from "node:path";
import type { Listed } from "../../../domain/results.ts";
import type { StreamResponse } from "../../../http/endpoint/response.ts";
import type { Locale } from "../../../i18n/locales.ts";
import { concurrentLanes } from "../../../platform/concurrency-limit.ts";
import { CSV_TYPE } from "../../../platform/tables/csv-write.ts";
import { XLSX_TYPE } from "../../../platform/tables/xlsx-write.ts";
import { reusableWorker } from "../../../platform/workers/client.ts";
import { DatabaseWorker } from "../../../platform/workers/database-worker.ts";
import { streamFromWorker } from "../../../platform/workers/piece-program.ts";
import type { TransferredResult } from "../../../platform/workers/protocol.ts";
import type { Storage } from "../../../storage/storage.ts";
import type { PdfContent } from "../pdf/pdf-writer.ts";

export const FORMATS = ["json", "csv", "xlsx", "pdf"] as const;
type Format = (typeof FORMATS)[number];

const CONTENT_TYPES: Readonly<Record<Format, string>> = {
  json: "application/json; charset=utf-8",
  csv: CSV_TYPE,
  xlsx: XLSX_TYPE,
  pdf: "application/pdf",
};

/** Selects a report and its format. */
interface ReportQuery {
  readonly tenantId: number;
  readonly inventoryId: number;
  readonly format: Format;
  readonly language: Locale;
  /** The results whose items tables and JSON list. */
  readonly results: readonly Listed[];
  /** What the PDF has. */
  readonly content: PdfContent;
  /** The name of the person for whom minutes are made. Default: nobody. */
  readonly madeBy?: string;
  /** The number of the last addendum that minutes show. Default: all there are. */
  readonly lastAddendum?: number;
  /** ISO 8601. */
  readonly now: string;
  /** The file is the record of a closed inventory, without its seal. Default: false. */
  readonly isRecord?: boolean;
  /** IANA name, for the times in the PDF and the end of the decisive day. */
  readonly timeZone: string;
}

/** Input of the worker. */
export interface ReportJob extends ReportQuery {
  readonly file: string;
}

/** The functions of the worker: one report at a time. */
export interface ReportProgram {
  /** Begins a report; returns its number of items. Throws Invalid where the format can't hold them. */
  begin(job: ReportJob): Promise<number>;
  /** The next piece of the report; null: the end. */
  next(input: null): Promise<TransferredResult<Uint8Array> | null>;
}

/** Concurrent reports. Each takes a worker with its memory. A lane is a tenant: its slow readers delay no other one. */
const REPORTS = { running: 4, perLane: 2, waiting: 20 };
/** Bytes of a record that are made while the ones before are compressed and saved. Clients may read slowly, so theirs wait. */
const RECORD_AHEAD = 512 * 1024;
/** The worker of a longer report is not reused, because its heap stays large; but for the PDF of a record, which follows its JSON. */
const MAX_ITEMS_TO_REUSE = 20_000;

const workers = reusableWorker<ReportProgram>(
  () => new DatabaseWorker(new URL("./report-worker.ts", import.meta.url)),
);

/** Returns a function that makes a report of the current moment in a worker. It rejects with Unavailable when busy. */
export function makeReports(storage: Storage): (query: ReportQuery) => Promise<StreamResponse> {
  const inTurn = concurrentLanes<number>(REPORTS);
  return (query) =>
    new Promise((begun, failed) => {
      inTurn(query.tenantId, () => oneReport(storage, query, begun)).catch(failed);
    });
}

/** Resolves when the report is sent or its client is gone. */
async function oneReport(
  storage: Storage,
  query: ReportQuery,
  begun: (body: StreamResponse) => void,
): Promise<void> {
  const file = join(storage.folder, storage.status().generation);
  const worker = workers.take();
  let isReusable = false;
  try {
    const items = await worker.call("begin", { ...query, file });
    const pieces = streamFromWorker({
      next: () => worker.call("next", null),
      ended: () => {
        isReusable = items <= MAX_ITEMS_TO_REUSE || (query.isRecord === true && query.format === "json");
      },
      highWaterMark: query.isRecord ? RECORD_AHEAD : 1,
    });
    await new Promise<void>((done) =>
      begun({
        kind: "stream",
        contentType: CONTENT_TYPES[query.format],
        fileName: `inventory-${query.inventoryId}.${query.format}`,
        size: null,
        open: () => pieces,
        ended: () => done(),
      }),
    );
  } finally {
    if (isReusable) workers.release(worker);
    else await worker.terminate();
  }
}
