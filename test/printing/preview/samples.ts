import { sampleValues } from "../../../src/printing/labels/label-values.ts";
import type { PrinterType } from "../../../src/printing/languages/printer-types.ts";
import { languageOf } from "../../../src/printing/languages/registry.ts";
import type { LabelValues } from "../../../src/printing/languages/template-text.ts";
import { drawLabel } from "../../../src/printing/preview/draw.ts";
import type { Picture } from "../../../src/printing/preview/picture.ts";
import type { LabelSize } from "../../../src/printing/preview/zpl-label.ts";

export const values: LabelValues = sampleValues({ date: "2026-11-20", time: "08:15" });

/** A picture as text that two pictures have in common only if they are the same. */
export const asText = ({ contentType, data }: Picture) =>
  `${contentType} ${Buffer.from(data).toString("base64")}`;

/** The picture of the bytes for a printer of this type. */
export function drawn(
  type: PrinterType,
  template: string,
  size?: LabelSize,
  changed?: Partial<LabelValues>,
): Promise<Picture> {
  return drawLabel(type, languageOf(type).render(template, { ...values, ...changed }, 1), size);
}
