import { missedCheckDigit, missedOwnCheckDigit } from "../../domain/codes/gtin.ts";
import type { Row } from "./table-fields.ts";

/** A code with the digits of an EAN or UPC and another check digit. It is imported as it is. */
interface WrongCheckDigit {
  readonly row: number;
  readonly code: string;
  /** The digit that it would have. */
  readonly digit: string;
}

/** Codes of valid rows with a wrong check digit. */
export interface WrongCheckDigits {
  count: number;
  /** The first of them. */
  readonly first: WrongCheckDigit[];
}

const MAX_FIRST = 20;

/** Adds the codes of a row of articles. */
export function addWrongCheckDigits(found: WrongCheckDigits, { number: row, values }: Row): void {
  const add = (code: string, digit: string | null) => {
    if (digit === null) return;
    found.count++;
    if (found.first.length < MAX_FIRST) found.first.push({ row, code, digit });
  };
  const { code, additionalCodes = [] } = values;
  if (code !== undefined) add(code, missedOwnCheckDigit(code));
  for (const one of additionalCodes) add(one, missedCheckDigit(one));
}
