import { Invalid, Unavailable } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Log } from "../../platform/log.ts";
import { printerTypeOf } from "../languages/printer-types.ts";
import { commandsInWorker } from "../layouts/draw-layout.ts";
import { fitProblem } from "../layouts/printer-fit.ts";
import { packedSize, rowBytes } from "../raster/bitmap.ts";
import { rasterCommands, type WireLabel } from "../raster/commands.ts";
import type { SendOutcome } from "../transport/print-job.ts";
import * as reasons from "../transport/reasons.ts";
import type { LaneRequest } from "./outcome.ts";
import type * as store from "./store.ts";

/** A label of the queue, and its printer as it is now. */
export type StoredLabel = NonNullable<ReturnType<typeof store.dataOf.first>>;

/** Dots above this are made commands in a worker: in ZPL those of 64 KiB take about 6 ms, those of the largest label a second. */
const MAX_MAIN_BYTES = 64 * 1024;

/** The bytes of a drawn label for its printer, or the outcome of a request that can't be printed. */
export async function renderRaster(
  request: LaneRequest,
  label: StoredLabel,
  log: Log,
): Promise<WireLabel | SendOutcome> {
  try {
    const problem = fitProblem(label.data, label);
    if (problem !== null) return { kind: "notPrintable", reason: problem };
    return await commandsOf(request, label);
  } catch (error) {
    // The request ends: another attempt would fail as this one.
    if (error instanceof Invalid)
      return { kind: "notPrintable", reason: error.fieldErrors[0]?.text ?? error.text };
    if (error instanceof Unavailable) {
      if (error.failure !== null)
        log.error({ err: error.failure, request: request.oid }, "a label is delayed");
      return { kind: "notSent", reason: error.text };
    }
    log.error({ err: error, request: request.oid }, "a label can't be made for its printer");
    return { kind: "notPrintable", reason: reasons.notPrintable(request) };
  }
}

async function commandsOf({ printerId, copies }: LaneRequest, label: StoredLabel): Promise<WireLabel> {
  const { data } = label;
  const type = printerTypeOf(label.printerTypeId);
  const { width, height } = packedSize(data);
  if (type === null || rowBytes(width) * height <= MAX_MAIN_BYTES) return rasterCommands(type, data, copies);
  const made = await commandsInWorker(`printer ${printerId}`, { type, data, copies });
  return { data: Buffer.from(made.data.buffer), repeats: made.repeats };
}

/** The outcome of a drawn label whose printer has changed since its bytes were made; null: it can be sent. */
export function changeOfPrinter(label: StoredLabel, now: StoredLabel): SendOutcome | null {
  if (label.isRaster === 0) return null;
  const problem = fitProblem(label.data, now);
  if (problem !== null) return { kind: "notPrintable", reason: problem };
  // The next attempt makes the bytes of the other type.
  return now.printerTypeId === label.printerTypeId
    ? null
    : { kind: "notSent", reason: msg("The printer has another type now.") };
}
