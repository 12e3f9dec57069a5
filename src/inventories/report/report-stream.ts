import { once } from "node:events";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { Worker } from "node:worker_threads";
import { Invalid } from "../../domain/errors.ts";
import { type Locale, msg } from "../../domain/message.ts";
import type { Result } from "../../domain/results.ts";
import type { StreamResponse } from "../../http/endpoint/response.ts";
import { concurrencyLimit } from "../../platform/concurrency-limit.ts";
import { reusableWorker } from "../../platform/reusable-worker.ts";
import { CSV_TYPE } from "../../platform/tables/csv-write.ts";
import { XLSX_TYPE } from "../../platform/tables/xlsx-write.ts";
import type { Storage } from "../../storage/storage.ts";

export const FORMATS = ["json", "csv", "xlsx", "pdf"] as const;
export type Format = (typeof FORMATS)[number];

export const CONTENT_TYPES: Readonly<Record<Format, string>> = {
  json: "application/json; charset=utf-8",
  csv: CSV_TYPE,
  xlsx: XLSX_TYPE,
  pdf: "application/pdf",
};

/** Selects a report and its format. */
export interface ReportQuery {
  readonly tenantId: number;
  readonly inventoryId: number;
  readonly format: Format;
  readonly language: Locale;
  /** The results whose items are listed. The PDF lists all. */
  readonly results: readonly Result[];
  /** ISO 8601. */
  readonly now: string;
  /** IANA name, for the times in the PDF. */
  readonly timeZone: string;
}

/** Input of the worker. */
export interface ReportJob extends ReportQuery {
  readonly file: string;
}

/** Messages of the worker: the start, a piece for each request, and the end. */
export type ReportMessage =
  | { readonly kind: "ready" | "tooLong" }
  | { readonly kind: "piece"; readonly piece: ArrayBuffer }
  | { readonly kind: "end"; readonly items: number };

/** Concurrent reports. Each takes a worker with its memory. */
const MAX_CONCURRENT = 2;
const MAX_WAITING = 20;
/** The worker of a longer report is not reused: its heap stays large. */
const MAX_ITEMS_TO_REUSE = 20_000;

const workers = reusableWorker(new URL("./report-worker.ts", import.meta.url));

/** Returns a function that makes a report of the current moment in a worker. It rejects with Unavailable when busy. */
export function makeReports(storage: Storage): (query: ReportQuery) => Promise<StreamResponse> {
  const inTurn = concurrencyLimit(MAX_CONCURRENT, MAX_WAITING);
  return (query) =>
    new Promise((begun, failed) => {
      inTurn(() => oneReport(storage, query, begun)).catch(failed);
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
    const pieces = piecesOf(worker, (items) => {
      isReusable = items <= MAX_ITEMS_TO_REUSE;
    });
    worker.postMessage({ ...query, file } satisfies ReportJob);
    // Rejects if the worker fails.
    const [message]: ReportMessage[] = await once(worker, "message");
    if (message?.kind === "tooLong") throw tooLong();
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

/**
 * The pieces of a report as a stream. It requests the next piece from the worker when there is room for it. `ended` receives the
 * number of items at the end of the report.
 */
function piecesOf(worker: Worker, ended: (items: number) => void): Readable {
  let failure: Error | null = null;
  const pieces = new Readable({
    highWaterMark: 1,
    read() {
      if (failure === null) worker.postMessage("next");
      else pieces.destroy(failure);
    },
  });
  const fail = (error: Error) => {
    failure ??= error;
    // Without a reader the next read reports the error.
    if (pieces.readableFlowing) pieces.destroy(failure);
  };
  worker.on("message", (message: ReportMessage) => {
    if (message.kind === "piece") pieces.push(Buffer.from(message.piece));
    if (message.kind !== "end") return;
    ended(message.items);
    pieces.push(null);
  });
  worker.on("error", (error) => fail(error instanceof Error ? error : new Error(String(error))));
  worker.on("exit", () => fail(new Error("the worker of a report has ended")));
  return pieces;
}

function tooLong(): Invalid {
  return Invalid.field(
    "format",
    msg("Too many items for a workbook. Use csv.", "Na sešit je položek příliš mnoho. Použijte csv."),
  );
}
