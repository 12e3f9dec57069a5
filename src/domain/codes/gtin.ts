// Global Trade Item Numbers: EAN-8, UPC (12 digits), EAN-13 and GTIN-14 are one number with different leading zeros.

/** Digits of the longest form. */
const LENGTH = 14;
const FORM = /^(?:\d{8}|\d{12,14})$/;

/** The digits with their check digit. */
export function withCheckDigit(digits: string): string {
  const found = "0123456789".split("").find((check) => hasCheckDigit(digits + check));
  return digits + (found ?? "");
}

/** Whether the last digit is the check digit of GS1: sums with weights 3 and 1, modulo 10. */
export function hasCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at++)
    sum += Number(digits[digits.length - 1 - at]) * (at % 2 === 0 ? 1 : 3);
  return sum % 10 === 0;
}

/** The check digit that a text with the digits of a GTIN should have; null: it is right, or the text is no GTIN. */
export function missedCheckDigit(text: string): string | null {
  if (!FORM.test(text) || hasCheckDigit(text)) return null;
  return withCheckDigit(text.slice(0, -1)).slice(-1);
}

/** `missedCheckDigit` of an article's own code: eight digits are rather a number of one's own than an EAN-8. */
export function missedOwnCheckDigit(text: string): string | null {
  return text.length === 8 ? null : missedCheckDigit(text);
}

/** The GTIN with 14 digits, of a text with 8, 12, 13 or 14; null: none, or its check digit is wrong. */
export function checkedGtin(text: string): string | null {
  if (!FORM.test(text) || !hasCheckDigit(text)) return null;
  // A zero is no product.
  return /^0+$/.test(text) ? null : text.padStart(LENGTH, "0");
}

/**
 * Whether a text begins as a GS1 element string with a product: AI 01 or 02, then a GTIN whose check digit is right. It may have only
 * hexadecimal digits, as tags have; no tag of GS1 begins so.
 */
export function beginsWithProduct(text: string): boolean {
  const [, gtin] = /^0[12](\d{14})/.exec(text) ?? [];
  return gtin !== undefined && checkedGtin(gtin) !== null;
}

/** The GTIN of a text in this number of digits; null: it is none, or needs more. */
export function gtinIn(text: string, length: 8 | 13): string | null {
  const gtin = checkedGtin(text);
  return gtin === null ? null : (gtinForms(gtin).find((form) => form.length === length) ?? null);
}

/** The forms of a GTIN of 14 digits: with 14, 13, 12 and 8, as far as only zeros are left out. */
export function gtinForms(gtin: string): readonly string[] {
  return [14, 13, 12, 8]
    .filter((length) => /^0*$/.test(gtin.slice(0, LENGTH - length)))
    .map((length) => gtin.slice(LENGTH - length));
}
