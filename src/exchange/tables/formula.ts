// A text that begins like a formula is run by the spreadsheet that opens a CSV file (OWASP, "CSV injection"): an apostrophe
// before it makes it text for good. Text that begins with apostrophes before such a beginning gets one more, so that taking
// one away always gives back what was written. The full-width signs count where the keyboard is Japanese. A text that reads
// like the failure of a formula is treated alike, so that it is not taken for one.

const LIKE_FORMULA = /^'*([=+\-@\t\r\n＝＋－＠]|#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!)$)/;
const FAILED = /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!)$/;

/** The text so that no spreadsheet takes it for a formula. */
export function withoutFormula(text: string): string {
  return LIKE_FORMULA.test(text) ? `'${text}` : text;
}

/** The text that `withoutFormula` was given; others as they are. */
export function withFormula(text: string): string {
  return text.startsWith("'") && LIKE_FORMULA.test(text) ? text.slice(1) : text;
}

/** True for what a spreadsheet writes in the place of a value that a formula did not give. */
export function isFailedFormula(text: string): boolean {
  return FAILED.test(text);
}
