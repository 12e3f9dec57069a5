import { Invalid } from "../../domain/errors.ts";
import type { Log } from "../../platform/log.ts";
import { printerTypeOf } from "../languages/printer-types.ts";
import { rasterCommands, type WireLabel } from "../raster/commands.ts";
import type { SendOutcome } from "../transport/print-job.ts";
import * as reasons from "../transport/reasons.ts";
import type { LaneRequest } from "./outcome.ts";

/** The bytes of a drawn label for its printer, or the outcome of a request that can't be printed. */
export function renderRaster(request: LaneRequest, packed: Buffer, log: Log): WireLabel | SendOutcome {
  try {
    return rasterCommands(printerTypeOf(request.printerTypeId), packed, request.copies);
  } catch (error) {
    // The request ends: another attempt would fail as this one.
    if (error instanceof Invalid)
      return { kind: "notPrintable", reason: error.fieldErrors[0]?.text ?? error.text };
    log.error({ err: error, request: request.oid }, "a label can't be made for its printer");
    return { kind: "notPrintable", reason: reasons.notPrintable(request) };
  }
}
