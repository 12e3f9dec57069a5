/** A pattern of article codes, taken apart: `A{000000}-X` is before "A", width 6, after "-X". */
export interface CodePattern {
  readonly before: string;
  /** Digits that a number has at least. */
  readonly width: number;
  readonly after: string;
}

const PATTERN = /^([^{}]*)\{(0{1,12})\}([^{}]*)$/;

/** Takes a pattern apart; null when it does not have exactly one group of 1 to 12 zeros in braces. */
export function patternOf(text: string): CodePattern | null {
  const [, before, zeros, after] = PATTERN.exec(text) ?? [];
  if (before === undefined || zeros === undefined || after === undefined) return null;
  return { before, width: zeros.length, after };
}

/** The code of a number; one with more digits than the pattern has zeros is written with all of them. */
export function codeOf({ before, width, after }: CodePattern, number: number): string {
  return before + String(number).padStart(width, "0") + after;
}

/** The number in a code, null when the code is not of the pattern. */
export function numberIn(pattern: CodePattern, code: string): number | null {
  const { before, after } = pattern;
  const digits = code.slice(before.length, code.length - after.length);
  const number = /^[0-9]{1,15}$/.test(digits) ? Number(digits) : null;
  return number !== null && codeOf(pattern, number) === code ? number : null;
}
