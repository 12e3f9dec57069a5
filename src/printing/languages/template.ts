import { placeholders } from "../../domain/placeholder-names.ts";
import { languageOf, type PrinterType } from "./language.ts";
import { linesOf } from "./lines.ts";
import { fill, inLine, templateFault, type Values } from "./placeholders.ts";

/** The longest template, in bytes of UTF-8. */
const mostBytes = 512 * 1024;

const asItIs = (literal: string) => literal;
const sample = Object.fromEntries(placeholders.map((name) => [name, "1"])) as Values;

/**
 * Refuses a label template that could not be printed (decisions, "Label templates"): empty, too long, with an
 * unknown placeholder or one where a value could be more than data, or not of the language's form. Throws Invalid
 * for the field "template", with the line where one is at fault.
 */
export function checkTemplate(template: string, type: PrinterType): void {
  if (template.trim() === "") {
    throw templateFault("The template must not be empty.", "Šablona nesmí být prázdná.");
  }
  if (Buffer.byteLength(template, "utf8") > mostBytes) {
    throw templateFault("The template must not be over 512 KiB.", "Šablona nesmí mít přes 512 KiB.");
  }
  linesOf(template).forEach((line, index) => {
    inLine(index + 1, () => fill(line, asItIs, () => ""));
  });
  languageOf(type).render(template, sample, 1);
}
