import { ReferenceChecks } from "../../catalogue/catalogue.ts";
import { Invalid } from "../../domain/errors.ts";
import type { LabelLayout, LayoutProblem } from "../../domain/label-layout.ts";
import { type Message, msg } from "../../domain/message.ts";
import type { LabelSubject } from "../../domain/placeholder-names.ts";
import { type Principal, subjectOf } from "../../domain/principal.ts";
import type { Db } from "../../storage/database/statement.ts";
import { type FormatSource, findFormat, layoutOf } from "../formats/format.ts";
import { printerTypeOf } from "../languages/printer-types.ts";
import { languageOf } from "../languages/registry.ts";
import type { LabelValues } from "../languages/template-text.ts";
import { drawForPrinting, prepareLayout } from "../layouts/draw-layout.ts";
import { type StoredLayout, storeLayout } from "../layouts/pictures.ts";
import { type DrawingPrinter, fitProblem, paperOf, widthProblem } from "../layouts/printer-fit.ts";
import type { ElementProblem } from "../layouts/render.ts";
import { findPrinter, type PrinterRecord } from "../printers/printer.ts";
import type { LabelData } from "../queue/request.ts";
import { assertCopies } from "../raster/commands.ts";

/** A template in the language of its printer. */
interface TemplateSource {
  readonly template: string;
  readonly printerTypeId: number;
  /** The dots across a receipt; absent: not limited. */
  readonly paper?: number | undefined;
}

/** A drawn label for a printer. */
interface DrawnSource extends DrawingPrinter {
  readonly layout: LabelLayout;
}

/** A label for a printer. */
type LabelSource = TemplateSource | DrawnSource;

/** A label as the job of many labels needs it: a template, or a drawn label with its pictures as dots. */
export type BulkLabel = TemplateSource | (StoredLayout & { readonly printerTypeId: number });

/** Whether the label is drawn. */
export const isDrawn = (label: LabelSource): label is DrawnSource => "layout" in label;

/** The label of a subject's format for a printer. `references` are checked with them. Throws Invalid with all field errors. */
export function findLabel(
  db: Db,
  tenantId: number,
  subject: LabelSubject,
  { printerId, labelFormatId }: { readonly printerId: number; readonly labelFormatId: number },
  references: ReferenceChecks = new ReferenceChecks(),
): LabelSource {
  const printer = findPrinter(db, tenantId, printerId);
  const format = findFormat(db, tenantId, labelFormatId);
  references
    .check("printerId", printerId, () => printer !== null)
    .check("labelFormatId", labelFormatId, () => format !== null)
    .assertValid();
  if (printer === null || format === null) throw new Error("checked above");
  if (printer.isActive === 0) {
    throw Invalid.field("printerId", msg("names a printer that is not active"));
  }
  if (format.subject !== subject) {
    throw Invalid.field(
      "labelFormatId",
      subject === "article" ? msg("is made for labels of locations") : msg("is made for labels of articles"),
    );
  }
  return sourceFor("labelFormatId", format, printer);
}

/** The label of a format for a printer. Throws Invalid, with the field of the format (`path`), for one that the printer can't print. */
export function sourceFor(path: string, format: FormatSource, printer: PrinterRecord): LabelSource {
  const { template, printerTypeId } = format;
  if (template === null || printerTypeId === null) {
    const layout = layoutOf(format);
    assertWidth(path, layout, printer);
    return { layout, ...drawingPrinter(printer) };
  }
  if (printer.printerTypeId !== printerTypeId) {
    throw Invalid.field(path, msg("is made for another type of printer"));
  }
  return { template, printerTypeId, paper: paperOf(printer) };
}

const drawingPrinter = ({ dpi, printWidthMm, printerTypeId }: PrinterRecord): DrawingPrinter => ({
  dpi,
  printWidthMm,
  printerTypeId,
});

/** Throws Invalid for a layout that is wider than the printer prints. */
export function assertWidth(path: string, { widthMm }: LabelLayout, printer: DrawingPrinter): void {
  const problem = widthProblem(widthMm, printer);
  if (problem !== null) throw Invalid.field(path, problem);
}

/** Throws Invalid for a drawn label that no longer fits its printer: another request may have changed the printer meanwhile. */
export function assertFit(path: string, { data, isRaster }: LabelData, printer: DrawingPrinter): void {
  const problem = isRaster ? fitProblem(data, printer) : null;
  if (problem !== null) throw Invalid.field(path, problem);
}

/** Renders a stored label; the bytes for the printer. Throws Invalid that names the format of the request. */
export function renderLabel(
  { template, printerTypeId, paper }: TemplateSource,
  values: LabelValues,
  copies: number,
): Buffer {
  const language = languageOf(printerTypeOf(printerTypeId));
  try {
    return language.render(template, values, copies, paper);
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    const path = (own: string) => (own === "template" ? "labelFormatId" : own);
    throw new Invalid(
      error.text,
      error.fieldErrors.map((fieldError) => ({ ...fieldError, path: path(fieldError.path) })),
    );
  }
}

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
  assertCopies(printerTypeOf(printerTypeId), label, copies);
  return { data: label, isRaster: true };
}

/** The label of a job, and the bytes of one with sample values. Throws Invalid for one that can't be printed. */
export async function prepareLabel(
  principal: Principal,
  source: LabelSource,
  sample: LabelValues,
  copies: number,
): Promise<{ readonly label: BulkLabel; readonly sampleBytes: number }> {
  if (!isDrawn(source)) return { label: source, sampleBytes: renderLabel(source, sample, copies).length };
  const { layout, dpi, printerTypeId } = source;
  const { data } = await drawForPrinting(subjectOf(principal), { layout, dpi, values: sample });
  assertCopies(printerTypeOf(printerTypeId), Buffer.from(data), copies);
  const prepared = await prepareLayout(subjectOf(principal), layout, dpi);
  return { label: { ...storeLayout(prepared), printerTypeId }, sampleBytes: data.length };
}

/** Why a label with this problem is not printed; null: it is. A text may be cut, a code may not be left out. */
const REFUSALS: Readonly<Record<LayoutProblem, Message | null>> = {
  textCut: null,
  empty: null,
  outside: null,
  codeDoesNotFit: msg("A code of this label has too little room for its data."),
  invalidContent: msg("A code of this label can't contain these data."),
  unknownPlaceholder: msg("A placeholder of this label is unknown."),
};

/** Throws Invalid that names the field of the label (`path`), for a layout that is not printed with these problems. */
export function assertPrintable(
  problems: readonly ElementProblem[],
  { elements }: LabelLayout,
  path = "labelFormatId",
): void {
  const codes = new Set(elements.filter(({ kind }) => kind === "code").map(({ id }) => id));
  const refusal = problems
    .map(({ elementId, problem }) =>
      // A code that the edge cuts can't be read.
      problem === "outside" && codes.has(elementId)
        ? msg("A code of this label lies partly outside it.")
        : REFUSALS[problem],
    )
    .find((text) => text !== null);
  if (refusal !== undefined) throw Invalid.field(path, refusal);
}
