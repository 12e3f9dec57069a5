import { replacement } from "./replacement.ts";

/** A code page: the byte of each letter above ASCII; below 0x80 all pages here are ASCII. */
export type Page = ReadonlyMap<string, number>;

/** How a printer reads the bytes of a text. */
export type Charset = "utf-8" | Page;

/** `upper` lists the letters of the bytes 0x80 to 0xFF; what a printer shows as blank or as "-" is left out. */
function page(upper: string): Page {
  const letters = [...upper].map((letter, index): [string, number] => [letter, 0x80 + index]);
  return new Map(letters.filter(([letter]) => !/[\p{Cc}\p{Cf}\u00a0\ufffd]/u.test(letter)));
}

function decoded(label: string): Page {
  return page(new TextDecoder(label).decode(Uint8Array.from({ length: 0x80 }, (_, index) => 0x80 + index)));
}

/** No letters above ASCII: for bar codes, and for pages that are not known here. */
export const ascii: Page = page("");

/** The code pages of Node's TextDecoder, and the three of DOS that it lacks. */
export const pages = {
  cp850: page(
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0",
  ),
  cp852: page(
    "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0",
  ),
  cp858: page(
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0",
  ),
  cp866: decoded("ibm866"),
  windows1250: decoded("windows-1250"),
  windows1251: decoded("windows-1251"),
  windows1252: decoded("windows-1252"),
  windows1253: decoded("windows-1253"),
  windows1254: decoded("windows-1254"),
  windows1255: decoded("windows-1255"),
  windows1257: decoded("windows-1257"),
} as const;

const isAscii = (letter: string): boolean => letter <= "\x7f";

/** `text` with a replacement for each letter that is not `printable` (asked for letters above ASCII). */
export function fitLetters(text: string, printable: (letter: string) => boolean): string {
  return [...text.normalize("NFC")]
    .map((letter) => (isAscii(letter) || printable(letter) ? letter : replacement(letter)))
    .join("");
}

/** `text` reduced to ASCII: ě becomes e, € becomes EUR, Cyrillic is romanized. */
export function toAscii(text: string): string {
  return fitLetters(text, () => false);
}

/** The bytes of `text` as a printer set to `charset` reads them. */
export function encode(text: string, charset: Charset): Buffer {
  if (charset === "utf-8") {
    return Buffer.from(text, "utf8");
  }
  const fitted = [...fitLetters(text, (letter) => charset.has(letter))];
  return Buffer.from(fitted.map((letter) => charset.get(letter) ?? letter.charCodeAt(0)));
}

/** The page of `among` that has most of the letters of `text`; of equals the first. */
export function bestPage<Choice extends { readonly page: Page }>(
  text: string,
  among: readonly [Choice, ...Choice[]],
): Choice {
  const letters = [...text.normalize("NFC")].filter((letter) => !isAscii(letter));
  const missing = (choice: Choice) => letters.filter((letter) => !choice.page.has(letter)).length;
  return among.reduce((best, choice) => (missing(choice) < missing(best) ? choice : best));
}

/** A piece of a text that one page prints; without a page where any does. */
export interface Run<Choice> {
  readonly choice: Choice | undefined;
  readonly bytes: Buffer;
}

/**
 * `text` cut where the page has to change, beginning with `current`; a change is to the page of `among` that goes
 * furthest, of equals the first. A letter that no page has gets its replacement.
 */
export function runs<Choice extends { readonly page: Page }>(
  text: string,
  among: readonly [Choice, ...Choice[]],
  current: Choice | undefined,
): Run<Choice>[] {
  const letters = [...fitLetters(text, (letter) => among.some(({ page }) => page.has(letter)))];
  const found: Run<Choice>[] = [];
  for (let start = 0, choice = current; start < letters.length; ) {
    const end = reach(letters, start, choice);
    if (end > start) {
      found.push({ choice, bytes: encode(letters.slice(start, end).join(""), choice?.page ?? ascii) });
    }
    start = end;
    choice = among.reduce((best, next) =>
      reach(letters, start, next) > reach(letters, start, best) ? next : best,
    );
  }
  return found;
}

function reach(
  letters: readonly string[],
  start: number,
  choice: { readonly page: Page } | undefined,
): number {
  let end = start;
  while (end < letters.length) {
    const letter = letters[end] ?? "";
    if (!isAscii(letter) && !choice?.page.has(letter)) {
      break;
    }
    end += 1;
  }
  return end;
}
