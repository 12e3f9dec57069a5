import { epl } from "./epl.ts";
import { escpos } from "./escpos.ts";
import { beginningRight } from "./first-command.ts";
import type { Values } from "./placeholders.ts";
import { star } from "./star.ts";
import { tspl } from "./tspl.ts";
import { zpl } from "./zpl.ts";

export { type Placeholder, placeholders } from "../../domain/placeholder-names.ts";
export type { Values } from "./placeholders.ts";

/** A printer's language: what is known of its escaping, code pages and copies. */
export interface Language {
  /**
   * The bytes that print `copies` (1 to 1000) of the template with the values, which are data whatever they
   * contain. They begin with a command of the language, in TSPL and EPL after a line end. Throws Invalid for a template that
   * checkTemplate refuses.
   */
  readonly render: (template: string, values: Values, copies: number) => Buffer;
}

const languages = {
  zpl: beginningRight("zpl", zpl),
  tspl: beginningRight("tspl", tspl),
  epl: beginningRight("epl", epl),
  escpos,
  star,
} as const;

/** The printer types of the catalogue (decisions, Printing) by name. */
export type PrinterType = keyof typeof languages;

/** The language of a printer type's name. Throws RangeError for a name that is not in the catalogue. */
export function languageOf(printerType: string): Language {
  const found = new Map<string, Language>(Object.entries(languages)).get(printerType);
  if (found === undefined) {
    throw new RangeError(`There is no printer type ${printerType}.`);
  }
  return found;
}
