import { msg } from "../../domain/message.ts";
import { type LabelSubject, PLACEHOLDERS, type Placeholder } from "../../domain/placeholder-names.ts";
import { epl } from "./epl.ts";
import { escpos } from "./escpos.ts";
import { requireFirstCommand } from "./first-command.ts";
import type { Language } from "./language.ts";
import type { PrinterType } from "./printer-types.ts";
import { star } from "./star.ts";
import type { StatusQuery } from "./status.ts";
import { escposStatus } from "./status-escpos.ts";
import { createStarStatus } from "./status-star.ts";
import { tsplStatus } from "./status-tspl.ts";
import { zplStatus } from "./status-zpl.ts";
import { checkLimits, limitTemplates } from "./template-limits.ts";
import {
  fillPlaceholders,
  type LabelValues,
  splitLines,
  templateError,
  withLineNumber,
} from "./template-text.ts";
import { tspl } from "./tspl.ts";
import { zpl } from "./zpl.ts";

// All languages, their status queries, and the check of a template in any of them.

const LANGUAGES: Readonly<Record<PrinterType, Language>> = {
  zpl: limitTemplates("zpl", requireFirstCommand("zpl", zpl)),
  tspl: limitTemplates("tspl", requireFirstCommand("tspl", tspl)),
  epl: limitTemplates("epl", requireFirstCommand("epl", epl)),
  escpos: limitTemplates("escpos", escpos),
  star: limitTemplates("star", star),
};

const STATUS_QUERIES: Readonly<Record<PrinterType, () => StatusQuery | null>> = {
  zpl: () => zplStatus,
  tspl: () => tsplStatus,
  // EPL2 sends its error report (^ee, eR) to the serial and USB ports only.
  epl: () => null,
  escpos: () => escposStatus,
  star: createStarStatus,
};

const sampleValues = (subject: LabelSubject): LabelValues =>
  Object.fromEntries(PLACEHOLDERS[subject].map((name) => [name, "1"])) as Record<Placeholder, string>;

/** The language of a printer type. Throws RangeError for a name that is not in the catalogue. */
export function languageOf(printerType: string): Language {
  const found = new Map<string, Language>(Object.entries(LANGUAGES)).get(printerType);
  if (found === undefined) throw new RangeError(`There is no printer type ${printerType}.`);
  return found;
}

/** Creates the status query of a printer type for one connection; null where its language has none. */
export function createStatusQuery(type: PrinterType): StatusQuery | null {
  return STATUS_QUERIES[type]();
}

/**
 * Checks that a label template of a subject can be printed. Throws Invalid for the field "template", with the line number where
 * there is one: an empty template or one above the limits, an unknown placeholder, a placeholder where its value would not be
 * plain data, or text that is not of the language's form.
 */
export function checkTemplate(template: string, type: PrinterType, subject: LabelSubject = "article"): void {
  checkLimits(template, type);
  if (template.trim() === "") {
    throw templateError(msg("The template must not be empty."));
  }
  splitLines(template).forEach((line, index) => {
    withLineNumber(index + 1, () =>
      fillPlaceholders(
        line,
        (literal) => literal,
        () => "",
        subject,
      ),
    );
  });
  languageOf(type).render(template, sampleValues(subject), 1);
}
