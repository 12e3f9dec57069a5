import { type Principal, subjectOf } from "../../domain/principal.ts";
import { printerTypeOf } from "../languages/printer-types.ts";
import type { LabelValues } from "../languages/template-text.ts";
import { drawForPrinting } from "../layouts/draw-layout.ts";
import type { LabelData } from "../queue/request.ts";
import { checkCopies } from "../raster/commands.ts";
import { assertPrintable } from "./print-problems.ts";
import type { DrawnSource } from "./render-label.ts";

/** Draws a label for a print request. Throws Invalid that names the field of the label (`path`), or the copies. */
export async function drawnLabel(
  principal: Principal,
  source: DrawnSource,
  values: LabelValues,
  copies: number,
  path = "labelFormatId",
): Promise<LabelData> {
  const { layout, dpi, printerTypeId } = source;
  const { data, problems } = await drawForPrinting(subjectOf(principal), { layout, dpi, values });
  assertPrintable(problems, layout, path);
  const label = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  checkCopies(printerTypeOf(printerTypeId), label, copies);
  return { data: label, isRaster: true };
}
