import { Worker } from "node:worker_threads";
import { assertNoErrors, type FieldError, Invalid } from "../../domain/errors.ts";
import { assertLayout, type LabelLayout, type Resolution } from "../../domain/label-layout.ts";
import type { LabelSubject } from "../../domain/placeholder-names.ts";
import { type Principal, subjectOf } from "../../domain/principal.ts";
import { fairQueue } from "../../platform/fair-queue.ts";
import { reusableWorker } from "../../platform/workers/client.ts";
import type { InputOf, ResultOf, TransferredResult } from "../../platform/workers/protocol.ts";
import type { PrinterType } from "../languages/printer-types.ts";
import { assertPlaceholders, type LabelValues } from "../languages/template-text.ts";
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

type DrawingCall = Exclude<keyof LayoutProgram, "load">;

function callInTurn<N extends DrawingCall>(
  inTurn: ReturnType<typeof fairQueue>,
  lane: string,
  name: N,
  input: InputOf<LayoutProgram[N]>,
): Promise<ResultOf<LayoutProgram[N]>> {
  return inTurn(lane, () => callDrawing(workers, (worker, options) => worker.call(name, input, options)));
}

function callPreview<N extends DrawingCall>(
  turn: DrawingTurn,
  name: N,
  input: InputOf<LayoutProgram[N]>,
): Promise<ResultOf<LayoutProgram[N]>> {
  return inTurnOfPreviews(turn.lane, async () => {
    turn.assertLeft();
    return callDrawing(workers, (worker, options) => worker.call(name, input, options), turn);
  });
}

/**
 * Draws a label for a print request of a lane. Throws Invalid for one that takes too long, Unavailable where too many wait or the worker
 * fails.
 */
export const drawForPrinting = (lane: string, job: LayoutJob): Promise<DrawnData> =>
  callInTurn(inTurnOfLabels, lane, "draw", job);

/** Draws a label of a job of many labels. Throws as `drawForPrinting`. */
export const drawStored = (job: StoredJob): Promise<DrawnData> =>
  callInTurn(inTurnOfLabels, JOBS, "drawStored", job);

/** Draws a preview. Throws as `drawForPrinting`, and TooManyRequests. */
export const drawPreview = (turn: DrawingTurn, job: LayoutJob): Promise<DrawnPicture> =>
  callPreview(turn, "preview", job);

/** The PNG of a stored label. Throws as `drawPreview`. */
export const pictureOfRaster = (turn: DrawingTurn, data: Buffer): Promise<Uint8Array> =>
  callPreview(turn, "picture", new Uint8Array(data));

/** Reads the pictures of a layout for a resolution. Throws Invalid that names one that can't be read, else as `drawForPrinting`. */
export const prepareLayout = (lane: string, layout: LabelLayout, dpi: Resolution): Promise<PreparedLayout> =>
  callInTurn(inTurnOfLabels, lane, "prepare", { layout, dpi });

/** The commands of a large label, for a printer as lane. Throws Invalid as `rasterCommands`, else as `drawForPrinting`. */
export const commandsInWorker = (lane: string, job: CommandsJob): Promise<WireBytes> =>
  callInTurn(inTurnOfPrinters, lane, "commands", { ...job, data: new Uint8Array(job.data) });

/** Checks the size of a layout, then its codes and pictures. Throws Invalid that names elements by their position. */
export async function assertContents(principal: Principal, layout: LabelLayout): Promise<void> {
  assertLayout(layout);
  if (layout.elements.some(({ kind }) => kind === "picture" || kind === "code"))
    await callInTurn(inTurnOfLabels, subjectOf(principal), "check", layout);
}

/** Checks a layout and its placeholders, which are those of the subject. Throws Invalid that names elements by their position. */
export function assertNewLayout(layout: LabelLayout, subject: LabelSubject): void {
  assertLayout(layout);
  assertNoErrors(
    layout.elements.flatMap((element, index): FieldError[] => {
      if (element.kind !== "text" && element.kind !== "code") return [];
      const error = placeholderError(element.text, subject);
      return error === null ? [] : [{ path: `layout.elements.${index}.text`, text: error.text }];
    }),
  );
}

/** The error of an unknown placeholder; null: there is none. */
function placeholderError(text: string, subject: LabelSubject): Invalid | null {
  try {
    assertPlaceholders(text, subject);
    return null;
  } catch (error) {
    if (error instanceof Invalid) return error;
    throw error;
  }
}
