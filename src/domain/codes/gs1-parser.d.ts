declare module "gs1-barcode-parser-mod" {
  /** An element of a GS1 element string. */
  export interface ParsedElement {
    readonly ai: string;
    /** The untouched text of the value. */
    readonly raw: string;
    /** The day of a date element, YYYY-MM-DD; empty for others. */
    readonly isoDate: string;
  }
  /** Parses a GS1 element string. Throws a text where it is none. */
  export function parseBarcode(text: string): { readonly parsedCodeItems: readonly ParsedElement[] };
}
