import { type Principal, subjectOf } from "../../domain/principal.ts";
import { printerTypeOf } from "../languages/printer-types.ts";
import type { LabelValues } from "../languages/template-text.ts";
import { drawForPrinting, prepareLayout } from "../layouts/draw-layout.ts";
import { storeLayout } from "../layouts/stored-layout.ts";
import { checkCopies } from "../raster/commands.ts";
import type { BulkLabel } from "./bulk-labels.ts";
import { isDrawn, type LabelSource, renderLabel } from "./render-label.ts";

/** A label as the job of many labels needs it, and the bytes of one with sample values. Throws Invalid for one that can't be printed. */
export async function prepareLabel(
  principal: Principal,
  source: LabelSource,
  sample: LabelValues,
  copies: number,
): Promise<{ readonly label: BulkLabel; readonly sampleBytes: number }> {
  if (!isDrawn(source)) return { label: source, sampleBytes: renderLabel(source, sample, copies).length };
  const { layout, dpi, printerTypeId } = source;
  const { data } = await drawForPrinting(subjectOf(principal), { layout, dpi, values: sample });
  checkCopies(printerTypeOf(printerTypeId), Buffer.from(data), copies);
  const prepared = await prepareLayout(subjectOf(principal), layout, dpi);
  return { label: { ...storeLayout(prepared), printerTypeId }, sampleBytes: data.length };
}
