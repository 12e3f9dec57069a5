import { Invalid } from "../../domain/errors.ts";
import type { LabelLayout } from "../../domain/label-layout.ts";
import { msg } from "../../domain/message.ts";
import type { LabelSubject } from "../../domain/placeholder-names.ts";
import { assertPrinterType, printerTypeOf } from "../languages/printer-types.ts";
import { assertTemplate } from "../languages/registry.ts";
import { assertNewLayout } from "../layouts/draw-layout.ts";

/** What a format prints: a template in the language of a printer type, or a layout (JSON). */
export interface FormatSource {
  readonly template: string | null;
  readonly printerTypeId: number | null;
  readonly layout: string | null;
  readonly subject: LabelSubject;
}

/** The given fields of a format's source. */
export interface SourceFields {
  readonly template?: string | undefined;
  readonly printerTypeId?: number | undefined;
  readonly layout?: LabelLayout | undefined;
  readonly subject?: LabelSubject | undefined;
}

/** The source of a new format. */
export const NO_SOURCE: FormatSource = {
  template: null,
  printerTypeId: null,
  layout: null,
  subject: "article",
};

/** The layout of a drawn format. */
export function layoutOf({ layout }: Pick<FormatSource, "layout">): LabelLayout {
  if (layout === null) throw new Error("the label format is not drawn");
  // Checked before it was stored.
  return JSON.parse(layout) as LabelLayout;
}

/**
 * What a format prints, with the given fields in place of the former ones. A template stays a template, a layout a layout. Throws
 * Invalid; codes and pictures must have been checked before.
 */
export function changedSource(fields: SourceFields, former: FormatSource): FormatSource {
  const { subject = former.subject } = fields;
  const isDrawn = former.layout !== null || (former.template === null && fields.layout !== undefined);
  return isDrawn ? changedLayout(fields, former, subject) : changedTemplate(fields, former, subject);
}

function changedLayout(fields: SourceFields, former: FormatSource, subject: LabelSubject): FormatSource {
  for (const path of ["template", "printerTypeId"] as const)
    if (fields[path] !== undefined) throw Invalid.field(path, msg("must be absent where the label is drawn"));
  const layout = fields.layout ?? layoutOf(former);
  assertNewLayout(layout, subject);
  return { template: null, printerTypeId: null, layout: JSON.stringify(layout), subject };
}

function changedTemplate(fields: SourceFields, former: FormatSource, subject: LabelSubject): FormatSource {
  if (fields.layout !== undefined)
    throw Invalid.field("layout", msg("must be absent where the label has a template"));
  const template = required("template", fields.template ?? former.template);
  const printerTypeId = required("printerTypeId", fields.printerTypeId ?? former.printerTypeId);
  assertPrinterType(printerTypeId);
  assertTemplate(template, printerTypeOf(printerTypeId), subject);
  return { template, printerTypeId, layout: null, subject };
}

function required<T>(path: string, value: T | null): T {
  if (value === null) throw Invalid.field(path, msg("is required"));
  return value;
}
