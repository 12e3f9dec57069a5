import { once } from "node:events";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { Worker } from "node:worker_threads";
import { Invalid } from "../../domain/errors.ts";
import { type Locale, msg } from "../../domain/message.ts";
import type { Result } from "../../domain/results.ts";
import { CSV_TYPE } from "../../exchange/tables/csv-write.ts";
import { XLSX_TYPE } from "../../exchange/tables/xlsx-write.ts";
import type { StreamBody } from "../../http/endpoint/response.ts";
import { concurrencyLimit } from "../../platform/concurrency-limit.ts";
import { reusableWorker } from "../../platform/reusable-worker.ts";
import type { Storage } from "../../storage/storage.ts";

export const FORMATS = ["json", "csv", "xlsx", "pdf"] as const;
export type Format = (typeof FORMATS)[number];

export const CONTENT_TYPES: Readonly<Record<Format, string>> = {
  json: "application/json; charset=utf-8",
  csv: CSV_TYPE,
  xlsx: XLSX_TYPE,
  pdf: "application/pdf",
};

/** Which report is asked for. */
export interface ReportQuery {
  readonly tenantId: number;
  readonly inventoryId: number;
  readonly format: Format;
  readonly language: Locale;
  /** Whose items are listed; the PDF lists all. */
  readonly results: readonly Result[];
  /** ISO 8601. */
  readonly now: string;
  /** IANA name, for the times in the PDF. */
  readonly timeZone: string;
}

/** What the thread is given. */
export interface ReportJob extends ReportQuery {
  readonly file: string;
}

/** What it says: whether it has begun to read, then a piece each time that it is asked, then the end. */
export type ReportMessage =
  | { readonly kind: "ready" | "tooLong" }
  | { readonly kind: "piece"; readonly piece: ArrayBuffer }
  | { readonly kind: "end"; readonly items: number };

/** Each takes a thread with its memory; those who wait are served in turn. */
const AT_ONCE = 2;
const WAITING = 20;
/** The thread of a longer report is not kept for the next one: its heap stays as large as that report needed. */
const MAX_ITEMS_TO_KEEP = 20_000;

const threads = reusableWorker(new URL("./report-worker.ts", import.meta.url));

/** Makes reports, each in a thread, of the moment at which it was asked for. Rejects with Unavailable when busy. */
export function makeReports(storage: Storage): (asked: ReportQuery) => Promise<StreamBody> {
  const inTurn = concurrencyLimit(AT_ONCE, WAITING);
  return (asked) =>
    new Promise((begun, failed) => {
      inTurn(() => oneReport(storage, asked, begun)).catch(failed);
    });
}

/** Resolves when the report is sent, or nobody takes it any more. */
async function oneReport(
  storage: Storage,
  asked: ReportQuery,
  begun: (body: StreamBody) => void,
): Promise<void> {
  const file = join(storage.folder, storage.status().generation);
  const thread = threads.take();
  let isReusable = false;
  try {
    const pieces = piecesOf(thread, (items) => {
      isReusable = items <= MAX_ITEMS_TO_KEEP;
    });
    thread.postMessage({ ...asked, file } satisfies ReportJob);
    // Rejects when the thread fails.
    const [sign]: ReportMessage[] = await once(thread, "message");
    if (sign?.kind === "tooLong") throw tooLong();
    await new Promise<void>((done) =>
      begun({
        contentType: CONTENT_TYPES[asked.format],
        fileName: `inventory-${asked.inventoryId}.${asked.format}`,
        size: null,
        open: () => pieces,
        ended: () => done(),
      }),
    );
  } finally {
    if (isReusable) threads.release(thread);
    else await thread.terminate();
  }
}

/**
 * The pieces of the report that the thread makes. It is asked for the next piece when there is room for it. `ended` is called
 * with the number of items when the thread has nothing more to do.
 */
function piecesOf(thread: Worker, ended: (items: number) => void): Readable {
  let failure: Error | null = null;
  const pieces = new Readable({
    highWaterMark: 1,
    read() {
      if (failure === null) thread.postMessage("next");
      else pieces.destroy(failure);
    },
  });
  const fail = (error: Error) => {
    failure ??= error;
    // Before anybody reads there is nobody to tell.
    if (pieces.readableFlowing) pieces.destroy(failure);
  };
  thread.on("message", (sign: ReportMessage) => {
    if (sign.kind === "piece") pieces.push(Buffer.from(sign.piece));
    if (sign.kind !== "end") return;
    ended(sign.items);
    pieces.push(null);
  });
  thread.on("error", (error) => fail(error instanceof Error ? error : new Error(String(error))));
  thread.on("exit", () => fail(new Error("the thread of a report has ended")));
  return pieces;
}

function tooLong(): Invalid {
  return Invalid.field(
    "format",
    msg("Too many items for a workbook. Use csv.", "Na sešit je položek příliš mnoho. Použijte csv."),
  );
}
