import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Log } from "../../platform/log.ts";
import { printerTypeOf } from "../languages/printer-types.ts";
import { fitProblem } from "../layouts/printer-fit.ts";
import { rasterCommands, type WireLabel } from "../raster/commands.ts";
import type { SendOutcome } from "../transport/print-job.ts";
import * as reasons from "../transport/reasons.ts";
import type { LaneRequest } from "./outcome.ts";
import type * as store from "./store.ts";

/** A label of the queue, and its printer as it is now. */
export type StoredLabel = NonNullable<ReturnType<typeof store.dataOf.first>>;

/** The bytes of a drawn label for its printer, or the outcome of a request that can't be printed. */
export function renderRaster(request: LaneRequest, label: StoredLabel, log: Log): WireLabel | SendOutcome {
  try {
    const problem = fitProblem(label.data, label);
    if (problem !== null) return { kind: "notPrintable", reason: problem };
    return rasterCommands(printerTypeOf(label.printerTypeId), label.data, request.copies);
  } catch (error) {
    // The request ends: another attempt would fail as this one.
    if (error instanceof Invalid)
      return { kind: "notPrintable", reason: error.fieldErrors[0]?.text ?? error.text };
    log.error({ err: error, request: request.oid }, "a label can't be made for its printer");
    return { kind: "notPrintable", reason: reasons.notPrintable(request) };
  }
}

/** The outcome of a drawn label whose printer has changed since its bytes were made; null: it can be sent. */
export function changeOfPrinter(label: StoredLabel, now: StoredLabel): SendOutcome | null {
  if (label.isRaster === 0) return null;
  const problem = fitProblem(label.data, now);
  if (problem !== null) return { kind: "notPrintable", reason: problem };
  // The next attempt makes the bytes of the other type.
  return now.printerTypeId === label.printerTypeId ? null : { kind: "notSent", reason: OTHER_TYPE };
}

const OTHER_TYPE = msg("The printer has another type now.");
