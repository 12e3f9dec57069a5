import { Worker } from "node:worker_threads";
import { Invalid } from "../../domain/errors.ts";
import { fairQueue } from "../../platform/fair-queue.ts";
import { reusableWorker } from "../../platform/workers/client.ts";
import type { PrinterType } from "../languages/printer-types.ts";
import { callDrawing, type DrawingTurn, NOT_DRAWN } from "../layouts/drawing-limits.ts";
import type { Label, Picture } from "./picture.ts";
import type { LabelSize } from "./zpl-label.ts";

/** A job for the preview worker. */
interface DrawJob {
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

/** A page of pictures on a few screens. A user's delay those of another one by one label at most. */
const PREVIEWS = { perLane: 16, total: 32 };
/** The renderer's memory never shrinks (100 MB), so an idle worker exits after this time. */
const IDLE_MS = 60_000;
const inTurn = fairQueue(PREVIEWS);
/** Of the demo's printers. */
const UNLIMITED: DrawingTurn = { lane: "", assertLeft() {}, spent() {} };

/**
 * Draws a label's bytes: PNG for ZPL, ESC/POS and Star, UTF-8 text for TSPL and EPL. `size` applies to ZPL only. A worker
 * draws one label at a time. Throws Invalid for a label that can't be drawn within 4 s of CPU time; Unavailable when too
 * many wait.
 */
export function drawLabel(
  type: PrinterType,
  bytes: Buffer,
  size: LabelSize = {},
  turn = UNLIMITED,
): Promise<Picture> {
  // Copied: a slice of a larger buffer would be sent to the worker as a whole.
  const label = { bytes: new Uint8Array(bytes) };
  return draw(turn, { type, label, size });
}

/** Draws a template with values. The worker checks and renders it. Throws as `drawLabel`, and Invalid for "template". */
export function drawTemplate(
  turn: DrawingTurn,
  type: PrinterType,
  label: Extract<Label, { readonly template: string }>,
  size: LabelSize = {},
): Promise<Picture> {
  return draw(turn, { type, label, size });
}

const workers = reusableWorker<PreviewProgram>(
  // A crashing renderer prints pages of stack traces: they are kept out of the server's own output.
  () => new Worker(new URL("./preview-worker.ts", import.meta.url), { stdout: true, stderr: true }),
  IDLE_MS,
);

function draw(turn: DrawingTurn, job: DrawJob): Promise<Picture> {
  return inTurn(turn.lane, async () => {
    turn.assertLeft();
    return callDrawing(workers, (worker, options) => worker.call("draw", job, options), {
      // The renderer fails where a template asks for more memory than it has.
      failed: () => new Invalid(NOT_DRAWN),
      spent: turn.spent,
    });
  });
}
