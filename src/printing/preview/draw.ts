import { Worker } from "node:worker_threads";
import { Invalid } from "../../domain/errors.ts";
import { concurrencyLimit } from "../../platform/concurrency-limit.ts";
import { reusableWorker } from "../../platform/workers/reusable-worker.ts";
import type { PrinterType } from "../languages/printer-types.ts";
import type { LabelValues } from "../languages/template-text.ts";
import { callDrawing, NOT_DRAWN } from "../layouts/drawing-limits.ts";
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

const draw = (job: DrawJob): Promise<Picture> =>
  callDrawing(
    workers,
    (worker, options) => worker.call("draw", job, options),
    // The renderer fails where a template asks for more memory than it has.
    () => new Invalid(NOT_DRAWN),
  );
