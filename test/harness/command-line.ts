/** Parses the value of an option. Throws for text that is not a number above 0. */
export function positiveNumber(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name}: a number above 0, not ${text}`);
  return value;
}
