import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { type FieldError, Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { concurrencyLimit } from "../../platform/concurrency-limit.ts";
import type { PrinterType } from "../languages/printer-types.ts";
import type { LabelValues } from "../languages/template-text.ts";
import type { Label, Picture } from "./picture.ts";
import type { LabelSize } from "./zpl-label.ts";

/** What the thread is asked. */
export interface DrawJob {
  readonly type: PrinterType;
  readonly label: Label;
  readonly size: LabelSize;
}

/** What it answers: the picture, the faults of the template, or why it can't be drawn. */
export type DrawResult =
  | { readonly picture: Picture }
  | { readonly refused: readonly FieldError[] }
  | { readonly failure: string };

/** Sent instead of a job: the thread ends. */
export const STOP = "end";

/** CPU time: a label takes well under a second, on a slow machine too; the thread of one that takes longer is ended. */
const MAX_CPU_MS = 4000;
/** However little CPU time a busy machine gives the thread. */
const MAX_WAIT_MS = 30_000;
const CHECK_EVERY_MS = 250;
/** A page of pictures from a few screens at once; each can hold up those behind it. */
const MAX_WAITING = 16;
/** The drawer's memory never shrinks (100 MB): nobody having drawn for so long, the thread ends. */
const IDLE_MS = 60_000;
const limitDrawing = concurrencyLimit(1, MAX_WAITING);

/**
 * A label's bytes as a picture: PNG for ZPL, ESC/POS and Star, UTF-8 text for TSPL and EPL. `size` counts for ZPL
 * only. Drawn in a thread of its own, one at a time. Throws Invalid for what can't be drawn, or not in 4 s of CPU time;
 * Unavailable when too many wait.
 */
export function drawLabel(type: PrinterType, bytes: Buffer, size: LabelSize = {}): Promise<Picture> {
  // A copy: a buffer may be a piece of a larger one, which would travel as a whole.
  const label = { bytes: new Uint8Array(bytes) };
  return limitDrawing(() => draw({ type, label, size }));
}

/** The same for a template and values; it is checked and filled in the thread. Throws Invalid for "template" too. */
export function drawTemplate(
  type: PrinterType,
  template: string,
  values: LabelValues,
  size: LabelSize = {},
): Promise<Picture> {
  return limitDrawing(() => draw({ type, label: { template, values }, size }));
}

let thread: Worker | null = null;
let idle: NodeJS.Timeout | undefined;

async function draw(job: DrawJob): Promise<Picture> {
  const outcome = await runJob(job);
  if ("picture" in outcome) return outcome.picture;
  if ("failure" in outcome) throw drawError();
  const [first, ...others] = outcome.refused;
  throw first ? Invalid.fields([first, ...others]) : drawError();
}

async function runJob(job: DrawJob): Promise<DrawResult> {
  const worker = thread ?? (await startThread());
  thread = worker;
  clearTimeout(idle);
  worker.ref();
  try {
    const outcome = await withinLimit(worker, job);
    if ("failure" in outcome) throw new Error(outcome.failure);
    release(worker);
    return outcome;
  } catch (error) {
    // Late, or the drawer has died of it: neither can be used again.
    thread = null;
    await worker.terminate();
    return { failure: String(error) };
  }
}

/** The thread's answer; rejects once it has used up its CPU time, has been waited for too long, or has ended. */
async function withinLimit(worker: Worker, job: DrawJob): Promise<DrawResult> {
  const over = new AbortController();
  const abort = () => over.abort();
  const before = await cpuMs(worker);
  const check = async () => {
    if ((await cpuMs(worker)) - before > MAX_CPU_MS) abort();
  };
  const checking = setInterval(() => check().catch(abort), CHECK_EVERY_MS);
  const latest = setTimeout(abort, MAX_WAIT_MS);
  try {
    worker.postMessage(job);
    const [outcome]: DrawResult[] = await once(worker, "message", { signal: over.signal });
    return outcome ?? { failure: "no answer" };
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
    thread = null;
    worker.postMessage(STOP);
  }, IDLE_MS).unref();
}

async function startThread(): Promise<Worker> {
  // Of a label that it dies of the drawer prints pages of traces: not into the box's own output.
  const worker = new Worker(new URL("./preview-worker.ts", import.meta.url), { stdout: true, stderr: true });
  // Whoever waits for an answer is told of it too; without this one the death of an idle thread would end the box.
  worker.on("error", () => {
    if (thread === worker) thread = null;
  });
  await once(worker, "message");
  return worker;
}

function drawError(): Invalid {
  return new Invalid(
    msg(
      "This label can't be drawn. Do the data of its bar codes fit, and are its letters and pictures of a label's size?",
      "Tento štítek nelze nakreslit. Vejdou se data do jeho čárových kódů a mají písmena a obrázky velikost pro štítek?",
    ),
  );
}
