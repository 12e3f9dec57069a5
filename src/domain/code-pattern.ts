/** A parsed pattern of article codes: `A{000000}-X` has before "A", width 6 and after "-X". */
export interface CodePattern {
  readonly before: string;
  /** Minimum number of digits. */
  readonly width: number;
  readonly after: string;
}

const PATTERN = /^([^{}]*)\{(0{1,12})\}([^{}]*)$/;

/** Parses a pattern; null unless it has exactly one group of 1 to 12 zeros in braces. */
export function patternOf(text: string): CodePattern | null {
  const [, before, zeros, after] = PATTERN.exec(text) ?? [];
  if (before === undefined || zeros === undefined || after === undefined) return null;
  return { before, width: zeros.length, after };
}

/** The code of a number. A number with more digits than the width keeps all of them. */
export function codeOf({ before, width, after }: CodePattern, number: number): string {
  return before + String(number).padStart(width, "0") + after;
}

/** The number in a code; null where the code does not match the pattern. */
export function numberIn(pattern: CodePattern, code: string): number | null {
  const { before, after } = pattern;
  const digits = code.slice(before.length, code.length - after.length);
  const number = /^[0-9]{1,15}$/.test(digits) ? Number(digits) : null;
  return number !== null && codeOf(pattern, number) === code ? number : null;
}
