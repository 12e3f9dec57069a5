import { ReferenceChecks } from "../../catalogue/catalogue.ts";
import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { LabelSubject } from "../../domain/placeholder-names.ts";
import type { Db } from "../../storage/database/statement.ts";
import { findFormat } from "../formats/format.ts";
import { printerTypeOf } from "../languages/printer-types.ts";
import { languageOf } from "../languages/registry.ts";
import type { LabelValues } from "../languages/template-text.ts";
import { findPrinter } from "../printers/printer.ts";

/** A template in the language of its printer. */
export interface LabelSource {
  readonly template: string;
  readonly printerTypeId: number;
}

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
  if (printer.printerTypeId !== format.printerTypeId) {
    throw Invalid.field("labelFormatId", msg("is made for another type of printer"));
  }
  if (format.subject !== subject) {
    throw Invalid.field("labelFormatId", subject === "article" ? OF_LOCATIONS : OF_ARTICLES);
  }
  return { template: format.template, printerTypeId: format.printerTypeId };
}

const OF_LOCATIONS = msg("is made for labels of locations");
const OF_ARTICLES = msg("is made for labels of articles");

/** Renders a stored label; the bytes for the printer. Throws Invalid that names the format of the request. */
export function renderLabel(
  { template, printerTypeId }: LabelSource,
  values: LabelValues,
  copies: number,
): Buffer {
  const language = languageOf(printerTypeOf(printerTypeId) ?? "");
  try {
    return language.render(template, values, copies);
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    const path = (own: string) => (own === "template" ? "labelFormatId" : own);
    throw new Invalid(
      error.text,
      error.fieldErrors.map((fieldError) => ({ ...fieldError, path: path(fieldError.path) })),
    );
  }
}
