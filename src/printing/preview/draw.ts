import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { type FieldError, Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { concurrencyLimit } from "../../platform/concurrency-limit.ts";
import type { PrinterType } from "../languages/printer-types.ts";
import type { LabelValues } from "../languages/template-text.ts";
import type { Label, Picture } from "./picture.ts";
import type { LabelSize } from "./zpl-label.ts";

/** A job for the preview worker. */
export interface DrawJob {
  readonly type: PrinterType;
  readonly label: Label;
  readonly size: LabelSize;
}

/** The result of a job: the picture, the field errors of the template, or the cause of a failure. */
export type DrawResult =
  | { readonly picture: Picture }
  | { readonly fieldErrors: readonly FieldError[] }
  | { readonly failure: string };

/** Sent instead of a job: the worker exits. */
export const STOP = "end";

/** Limit of CPU time. A label takes well under a second, also on a slow machine; a worker that takes longer is terminated. */
const MAX_CPU_MS = 4000;
/** Limit of elapsed time, for a busy machine. */
const MAX_WAIT_MS = 30_000;
const CHECK_EVERY_MS = 250;
/** Enough for a page of pictures on a few screens. Each job delays the ones behind it. */
const MAX_WAITING = 16;
/** The renderer's memory never shrinks (100 MB), so an idle worker exits after this time. */
const IDLE_MS = 60_000;
const limitDrawing = concurrencyLimit(1, MAX_WAITING);

/**
 * Draws a label's bytes: PNG for ZPL, ESC/POS and Star, UTF-8 text for TSPL and EPL. `size` applies to ZPL only. A worker
 * draws one label at a time. Throws Invalid for a label that can't be drawn within 4 s of CPU time; Unavailable when too
 * many wait.
 */
export function drawLabel(type: PrinterType, bytes: Buffer, size: LabelSize = {}): Promise<Picture> {
  // Copied: a slice of a larger buffer would be sent to the worker as a whole.
  const label = { bytes: new Uint8Array(bytes) };
  return limitDrawing(() => draw({ type, label, size }));
}

/** Draws a template with values. The worker checks and renders it. Throws as `drawLabel`, and Invalid for "template". */
export function drawTemplate(
  type: PrinterType,
  template: string,
  values: LabelValues,
  size: LabelSize = {},
): Promise<Picture> {
  return limitDrawing(() => draw({ type, label: { template, values }, size }));
}

let current: Worker | null = null;
let idle: NodeJS.Timeout | undefined;

async function draw(job: DrawJob): Promise<Picture> {
  const result = await runJob(job);
  if ("picture" in result) return result.picture;
  if ("failure" in result) throw drawError();
  const [first, ...others] = result.fieldErrors;
  throw first ? Invalid.fields([first, ...others]) : drawError();
}

async function runJob(job: DrawJob): Promise<DrawResult> {
  const worker = current ?? (await startWorker());
  current = worker;
  clearTimeout(idle);
  worker.ref();
  try {
    const result = await withinLimit(worker, job);
    if ("failure" in result) throw new Error(result.failure);
    release(worker);
    return result;
  } catch (error) {
    // After a timeout or an error the worker can not be used again.
    current = null;
    await worker.terminate();
    return { failure: String(error) };
  }
}

/** Sends a job and waits for the result. Rejects after the limits of CPU time or elapsed time, or when the worker exits. */
async function withinLimit(worker: Worker, job: DrawJob): Promise<DrawResult> {
  const timeout = new AbortController();
  const abort = () => timeout.abort();
  const before = await cpuMs(worker);
  const check = async () => {
    if ((await cpuMs(worker)) - before > MAX_CPU_MS) abort();
  };
  const checking = setInterval(() => check().catch(abort), CHECK_EVERY_MS);
  const latest = setTimeout(abort, MAX_WAIT_MS);
  try {
    worker.postMessage(job);
    const [result]: DrawResult[] = await once(worker, "message", { signal: timeout.signal });
    return result ?? { failure: "no result" };
  } finally {
    clearInterval(checking);
    clearTimeout(latest);
  }
}

async function cpuMs(worker: Worker): Promise<number> {
  const { user, system } = await worker.cpuUsage();
  return (user + system) / 1000;
}

function release(worker: Worker): void {
  worker.unref();
  idle = setTimeout(() => {
    current = null;
    worker.postMessage(STOP);
  }, IDLE_MS).unref();
}

async function startWorker(): Promise<Worker> {
  // A crashing renderer prints pages of stack traces: they are kept out of the server's own output.
  const worker = new Worker(new URL("./preview-worker.ts", import.meta.url), { stdout: true, stderr: true });
  // A waiting job gets the error too. Without this listener an error of an idle worker would end the server.
  worker.on("error", () => {
    if (current === worker) current = null;
  });
  await once(worker, "message");
  return worker;
}

function drawError(): Invalid {
  return new Invalid(
    msg(
      "This label can't be drawn. Check that the data fit its bar codes, and that its letters and pictures fit a label.",
      "Tento štítek nelze nakreslit. Zkontrolujte, že se data vejdou do čárových kódů a písmena a obrázky na štítek.",
    ),
  );
}
