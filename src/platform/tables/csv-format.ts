/** The separators of CSV files, by name. */
export const SEPARATORS = { comma: ",", semicolon: ";", tab: "\t" } as const;
/** The name of a CSV separator. */
export type SeparatorName = keyof typeof SEPARATORS;
export const SEPARATOR_NAMES = ["comma", "semicolon", "tab"] as const satisfies readonly SeparatorName[];

// A spreadsheet that opens a CSV file runs text that begins like a formula (OWASP, "CSV injection"). A leading apostrophe
// makes it text. Text with apostrophes before such a beginning gets one more, so that removing one always restores the text.
// Full-width signs are used with Japanese keyboards. Text that reads like a formula error is escaped too.

const LIKE_FORMULA = /^'*([=+\-@\t\r\n＝＋－＠]|#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!)$)/;
const FAILED = /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!)$/;

/** Escapes text that a spreadsheet would read as a formula. */
export function escapeFormula(text: string): string {
  return LIKE_FORMULA.test(text) ? `'${text}` : text;
}

/** Reverses `escapeFormula`. Other text stays the same. */
export function unescapeFormula(text: string): string {
  return text.startsWith("'") && LIKE_FORMULA.test(text) ? text.slice(1) : text;
}

/** True for the error text that a spreadsheet shows for a failed formula. */
export function isFailedFormula(text: string): boolean {
  return FAILED.test(text);
}
