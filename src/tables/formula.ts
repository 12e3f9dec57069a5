// A text that begins like a formula is run by the spreadsheet that opens a CSV file (OWASP, "CSV injection"): an apostrophe
// before it makes it text for good. Text that begins with apostrophes before such a beginning gets one more, so that taking
// one away always gives back what was written. The full-width signs count where the keyboard is Japanese.

const LIKE_FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** The text so that no spreadsheet takes it for a formula. */
export function withoutFormula(text: string): string {
  return LIKE_FORMULA.test(text) ? `'${text}` : text;
}

/** The text that `withoutFormula` was given; others as they are. */
export function withFormula(text: string): string {
  return text.startsWith("'") && LIKE_FORMULA.test(text) ? text.slice(1) : text;
}
