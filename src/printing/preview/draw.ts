import { Worker } from "node:worker_threads";
import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { concurrencyLimit } from "../../platform/concurrency-limit.ts";
import type { WorkerClient } from "../../platform/workers/client.ts";
import { reusableWorker } from "../../platform/workers/reusable-worker.ts";
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

/** The functions of the preview worker. */
export interface PreviewProgram {
  /** Resolves when the renderer is loaded. */
  load(input: null): void;
  /** Draws a label. Throws Invalid for a template with errors. */
  draw(job: DrawJob): Promise<Picture>;
}

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

const workers = reusableWorker<PreviewProgram>(
  // A crashing renderer prints pages of stack traces: they are kept out of the server's own output.
  () => new Worker(new URL("./preview-worker.ts", import.meta.url), { stdout: true, stderr: true }),
  IDLE_MS,
);

async function draw(job: DrawJob): Promise<Picture> {
  const worker = workers.take();
  try {
    await worker.call("load", null);
    const picture = await withinLimit(worker, job);
    workers.release(worker);
    return picture;
  } catch (error) {
    if (error instanceof Invalid) {
      workers.release(worker);
      if (error.fieldErrors.length > 0) throw error;
    } else {
      // After a timeout or an error the worker can not be used again.
      await worker.terminate();
    }
    throw drawError();
  }
}

/** Draws a label. Rejects after the limits of CPU time or elapsed time, or when the worker ends. */
async function withinLimit(worker: WorkerClient<PreviewProgram>, job: DrawJob): Promise<Picture> {
  const timeout = new AbortController();
  const abort = () => timeout.abort();
  const before = await worker.cpuMs();
  const check = async () => {
    if ((await worker.cpuMs()) - before > MAX_CPU_MS) abort();
  };
  const checking = setInterval(() => check().catch(abort), CHECK_EVERY_MS);
  const latest = setTimeout(abort, MAX_WAIT_MS);
  try {
    return await worker.call("draw", job, { signal: timeout.signal });
  } finally {
    clearInterval(checking);
    clearTimeout(latest);
  }
}

function drawError(): Invalid {
  return new Invalid(
    msg(
      "This label can't be drawn. Check that the data fit its bar codes, and that its letters and pictures fit a label.",
    ),
  );
}
