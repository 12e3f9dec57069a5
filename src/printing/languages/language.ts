import type { LabelValues } from "./template-text.ts";

/** A printer language with its escaping, code pages and copies command. */
export interface Language {
  /**
   * Renders `copies` (1 to 1000) labels of the template as bytes for the printer. Values are escaped: they are data
   * whatever they contain. The bytes begin with a command of the language, in TSPL and EPL after a line end. Throws
   * Invalid for a template that `checkTemplate` rejects.
   */
  readonly render: (template: string, values: LabelValues, copies: number) => Buffer;
}
