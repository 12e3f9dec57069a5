import type { Charset, Page } from "../languages/codepages.ts";

const letters = new WeakMap<Page, ReadonlyMap<number, string>>();

/** The text that a printer set to `charset` reads in the bytes; "?" for a byte that the page leaves blank. */
export function decode(bytes: Uint8Array, charset: Charset): string {
  if (charset === "utf-8") return new TextDecoder().decode(bytes);
  const known = lettersOf(charset);
  return Array.from(bytes, (byte) =>
    byte < 0x80 ? String.fromCharCode(byte) : (known.get(byte) ?? "?"),
  ).join("");
}

function lettersOf(page: Page): ReadonlyMap<number, string> {
  const known = letters.get(page) ?? new Map([...page].map(([letter, byte]) => [byte, letter]));
  letters.set(page, known);
  return known;
}
