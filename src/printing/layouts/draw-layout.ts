import { Worker } from "node:worker_threads";
import { type FieldError, Invalid } from "../../domain/errors.ts";
import { assertLayout, type LabelLayout, type Resolution } from "../../domain/label-layout.ts";
import type { LabelSubject } from "../../domain/placeholder-names.ts";
import { type Principal, subjectOf } from "../../domain/principal.ts";
import { fairQueue } from "../../platform/fair-queue.ts";
import { reusableWorker } from "../../platform/workers/client.ts";
import type { TransferredResult } from "../../platform/workers/protocol.ts";
import type { PrinterType } from "../languages/printer-types.ts";
import { fillPlaceholders, type LabelValues } from "../languages/template-text.ts";
import { callDrawing, type DrawingTurn } from "./drawing-limits.ts";
import type { StoredLayout } from "./pictures.ts";
import type { ElementProblem, PreparedLayout } from "./render.ts";

// Drawn labels are drawn in a worker: counting does not wait for them.

/** A label to draw. */
export interface LayoutJob {
  readonly layout: LabelLayout;
  readonly dpi: Resolution;
  readonly values: LabelValues;
}

/** A label of a job of many labels to draw. */
interface StoredJob {
  readonly label: StoredLayout;
  readonly values: LabelValues;
}

/** A label as a print request stores it (raster/bitmap.ts), and what could not be drawn. */
interface DrawnData {
  readonly data: Uint8Array;
  readonly problems: readonly ElementProblem[];
}

/** A stored label (raster/bitmap.ts) for a printer. */
interface CommandsJob {
  readonly type: PrinterType;
  readonly data: Uint8Array;
  readonly copies: number;
}

/** The bytes of a label, to be sent `repeats` times. */
interface WireBytes {
  readonly data: Uint8Array;
  readonly repeats: number;
}

/** A picture of a label: one pixel for each dot. */
interface DrawnPicture {
  readonly png: Uint8Array;
  readonly widthDots: number;
  readonly heightDots: number;
  readonly problems: readonly ElementProblem[];
}

/** The functions of the worker. They throw Invalid for a picture that can't be read. */
export interface LayoutProgram {
  /** Resolves when fonts and encoders are loaded. */
  load(input: null): void;
  /** Checks codes and pictures. */
  check(layout: LabelLayout): Promise<void>;
  prepare(input: Pick<LayoutJob, "layout" | "dpi">): Promise<PreparedLayout>;
  draw(job: LayoutJob): Promise<DrawnData>;
  drawStored(job: StoredJob): DrawnData;
  preview(job: LayoutJob): Promise<DrawnPicture>;
  /** The PNG of a stored label. */
  picture(data: Uint8Array): Uint8Array;
  /** The commands of a stored label. Throws Invalid as `rasterCommands`. */
  commands(job: CommandsJob): TransferredResult<WireBytes>;
}

/** Previews of a few screens, each with a page of them. */
const PREVIEWS = { perLane: 16, total: 32 };
/** Labels that terminals print at the same time. Each prints one after the other. */
const LABELS = { perLane: 2, total: 512 };
/** An idle worker takes 60 MB. */
const IDLE_MS = 60_000;

// Labels do not wait for previews. A user or a terminal is a lane (domain/principal.ts, `subjectOf`): its labels delay one of another
// lane by one label at most.
const inTurnOfPreviews = fairQueue(PREVIEWS);
const inTurnOfLabels = fairQueue(LABELS);
/** Each printer has one label at a time. */
const inTurnOfPrinters = fairQueue({ perLane: 1, total: 1024 });
/** The lane of jobs, which draw one label at a time. */
const JOBS = "jobs";

const workers = reusableWorker<LayoutProgram>(
  () => new Worker(new URL("./layout-worker.ts", import.meta.url)),
  IDLE_MS,
);

/**
 * Draws a label for a print request of a lane. Throws Invalid for one that takes too long, Unavailable where too many wait or the worker
 * fails.
 */
export function drawForPrinting(lane: string, job: LayoutJob): Promise<DrawnData> {
  return inTurnOfLabels(lane, () =>
    callDrawing(workers, (worker, options) => worker.call("draw", job, options)),
  );
}

/** Draws a label of a job of many labels. Throws as `drawForPrinting`. */
export function drawStored(job: StoredJob): Promise<DrawnData> {
  return inTurnOfLabels(JOBS, () =>
    callDrawing(workers, (worker, options) => worker.call("drawStored", job, options)),
  );
}

/** Draws a preview. Throws as `drawForPrinting`, and TooManyRequests. */
export function drawPreview(turn: DrawingTurn, job: LayoutJob): Promise<DrawnPicture> {
  return inTurnOfPreviews(turn.lane, async () => {
    turn.assertLeft();
    return callDrawing(workers, (worker, options) => worker.call("preview", job, options), turn);
  });
}

/** The PNG of a stored label. Throws as `drawPreview`. */
export function pictureOfRaster(turn: DrawingTurn, data: Buffer): Promise<Uint8Array> {
  const copy = new Uint8Array(data);
  return inTurnOfPreviews(turn.lane, async () => {
    turn.assertLeft();
    return callDrawing(workers, (worker, options) => worker.call("picture", copy, options), turn);
  });
}

/** Checks the codes and pictures of a layout. Throws Invalid that names elements by their position, else as `drawForPrinting`. */
function assertInWorker(lane: string, layout: LabelLayout): Promise<void> {
  return inTurnOfLabels(lane, () =>
    callDrawing(workers, (worker, options) => worker.call("check", layout, options)),
  );
}

/** Reads the pictures of a layout for a resolution. Throws Invalid that names one that can't be read, else as `drawForPrinting`. */
export function prepareLayout(lane: string, layout: LabelLayout, dpi: Resolution): Promise<PreparedLayout> {
  return inTurnOfLabels(lane, () =>
    callDrawing(workers, (worker, options) => worker.call("prepare", { layout, dpi }, options)),
  );
}

/** The commands of a large label, for a printer as lane. Throws Invalid as `rasterCommands`, else as `drawForPrinting`. */
export function commandsInWorker(lane: string, job: CommandsJob): Promise<WireBytes> {
  const data = new Uint8Array(job.data);
  return inTurnOfPrinters(lane, () =>
    callDrawing(workers, (worker, options) => worker.call("commands", { ...job, data }, options)),
  );
}

/** Checks the size of a layout, then its codes and pictures. Throws Invalid that names elements by their position. */
export async function assertContents(principal: Principal, layout: LabelLayout): Promise<void> {
  assertLayout(layout);
  if (layout.elements.some(({ kind }) => kind === "picture" || kind === "code"))
    await assertInWorker(subjectOf(principal), layout);
}

/** Checks a layout and its placeholders, which are those of the subject. Throws Invalid that names elements by their position. */
export function assertNewLayout(layout: LabelLayout, subject: LabelSubject): void {
  assertLayout(layout);
  const errors = layout.elements.flatMap((element, index): FieldError[] => {
    if (element.kind !== "text" && element.kind !== "code") return [];
    const error = placeholderError(element.text, subject);
    return error === null ? [] : [{ path: `layout.elements.${index}.text`, text: error.text }];
  });
  const [first, ...others] = errors;
  if (first !== undefined) throw Invalid.fields([first, ...others]);
}

/** The error of an unknown placeholder; null: there is none. */
function placeholderError(text: string, subject: LabelSubject): Invalid | null {
  try {
    fillPlaceholders(
      text,
      (literal) => literal,
      () => "",
      subject,
    );
    return null;
  } catch (error) {
    if (error instanceof Invalid) return error;
    throw error;
  }
}
