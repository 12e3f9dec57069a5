/** A text in one line, without control characters. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
}

/** A text of others as a terminal may show it: without characters that move its line, or begin another one. */
export function shownText(text: string): string {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, "?");
}
