import { Worker } from "node:worker_threads";
import type { Locale } from "../i18n/locales.ts";
import { concurrentLanes } from "../platform/concurrency-limit.ts";
import { reusableWorker } from "../platform/workers/client.ts";
import type { TransferredResult } from "../platform/workers/protocol.ts";
import type { Company } from "../settings/company/shapes.ts";
import type { CustodyDetail } from "./shapes.ts";

/** The file of a photo of the condition. `ratio`: its height divided by its width. */
export interface ConditionPhoto {
  readonly path: string;
  readonly ratio: number;
}

/** A custody with its photos; null: no photo. */
export interface ShownCustody extends CustodyDetail {
  readonly photos: { readonly start: ConditionPhoto | null; readonly end: ConditionPhoto | null };
}

/** What a handover protocol shows. */
export interface ProtocolInput {
  readonly company: Company;
  /** The name of a company that has no other. */
  readonly siteName: string;
  readonly personName: string;
  /** Newest first. */
  readonly custodies: readonly ShownCustody[];
  /** How many the person has; more than are shown where there are too many for one protocol. */
  readonly total: number;
  readonly language: Locale;
  /** IANA name. */
  readonly timeZone: string;
  /** ISO 8601. */
  readonly madeDT: string;
}

/** The program of the worker: PDFKit takes memory and time that the server's own thread has not. */
export interface ProtocolProgram {
  make(input: ProtocolInput): Promise<TransferredResult<Uint8Array>>;
}

/** A lane is a tenant. */
const PROTOCOLS = { running: 1, perLane: 1, waiting: 20 };
const inTurn = concurrentLanes<number>(PROTOCOLS);
const workers = reusableWorker<ProtocolProgram>(
  () => new Worker(new URL("./protocol-worker.ts", import.meta.url), { stdout: true, stderr: true }),
);

/** Makes a handover protocol as a PDF. Rejects with Unavailable where too many of the tenant wait. */
export function makeProtocol(tenantId: number, input: ProtocolInput): Promise<Buffer> {
  return inTurn(tenantId, async () => {
    const worker = workers.take();
    try {
      const bytes = await worker.call("make", input);
      workers.release(worker);
      return Buffer.from(bytes);
    } catch (error) {
      await worker.terminate();
      throw error;
    }
  });
}
