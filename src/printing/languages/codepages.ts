/** A code page: the byte of each letter above ASCII. Below 0x80 all pages are ASCII. */
export type CodePage = ReadonlyMap<string, number>;

/** The encoding of text for a printer. */
export type Charset = "utf-8" | CodePage;

/** `upper` lists the letters of the bytes 0x80 to 0xFF. Letters that a printer shows as blank or "-" are left out. */
function page(upper: string): CodePage {
  const letters = [...upper].map((letter, index): [string, number] => [letter, 0x80 + index]);
  return new Map(letters.filter(([letter]) => !/[\p{Cc}\p{Cf}\u00a0\ufffd]/u.test(letter)));
}

function pageOf(label: string): CodePage {
  return page(new TextDecoder(label).decode(Uint8Array.from({ length: 0x80 }, (_, index) => 0x80 + index)));
}

/** No letters above ASCII: for bar codes and unknown pages. */
export const ascii: CodePage = page("");

/** The code pages of Node's TextDecoder, and the three of DOS that it lacks. */
export const codePages = {
  cp850: page(
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0",
  ),
  cp852: page(
    "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0",
  ),
  cp858: page(
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0",
  ),
  cp866: pageOf("ibm866"),
  windows1250: pageOf("windows-1250"),
  windows1251: pageOf("windows-1251"),
  windows1252: pageOf("windows-1252"),
  windows1253: pageOf("windows-1253"),
  windows1254: pageOf("windows-1254"),
  windows1255: pageOf("windows-1255"),
  windows1257: pageOf("windows-1257"),
} as const;

const isAscii = (letter: string): boolean => letter <= "\x7f";

/** Replaces each letter of `text` that is not `printable`. `printable` is called for letters above ASCII. */
export function replaceUnprintable(text: string, printable: (letter: string) => boolean): string {
  return [...text.normalize("NFC")]
    .map((letter) => (isAscii(letter) || printable(letter) ? letter : replaceLetter(letter)))
    .join("");
}

/** Reduces `text` to ASCII: ě becomes e, € becomes EUR, Cyrillic is romanized. */
export function toAscii(text: string): string {
  return replaceUnprintable(text, () => false);
}

/** Encodes `text` for a printer that is set to `charset`. */
export function encode(text: string, charset: Charset): Buffer {
  if (charset === "utf-8") {
    return Buffer.from(text, "utf8");
  }
  // A picture in hex digits needs no replacement.
  if (/^[\0-\x7f]*$/.test(text)) return Buffer.from(text, "latin1");
  return bytesOf([...replaceUnprintable(text, (letter) => charset.has(letter))], charset);
}

/** The bytes of letters that `page` has. */
function bytesOf(letters: readonly string[], page: CodePage): Buffer {
  return Buffer.from(letters.map((letter) => page.get(letter) ?? letter.charCodeAt(0)));
}

/** The page of `among` with most letters of `text`; the first of several equal ones. */
export function bestCodePage<Choice extends { readonly page: CodePage }>(
  text: string,
  among: readonly [Choice, ...Choice[]],
): Choice {
  const letters = [...text.normalize("NFC")].filter((letter) => !isAscii(letter));
  const missing = (choice: Choice) => letters.filter((letter) => !choice.page.has(letter)).length;
  return among.reduce((best, choice) => (missing(choice) < missing(best) ? choice : best));
}

/** A piece of text in one page; `choice` is undefined where any page prints it. */
interface EncodedRun<Choice> {
  readonly choice: Choice | undefined;
  readonly bytes: Buffer;
}

/**
 * Splits `text` where the page must change, beginning with `current`. The next page is the one of `among` that encodes
 * the longest piece; the first of several equal ones. A letter that no page has is replaced.
 */
export function encodeRuns<Choice extends { readonly page: CodePage }>(
  text: string,
  among: readonly [Choice, ...Choice[]],
  current: Choice | undefined,
): EncodedRun<Choice>[] {
  const letters = [...replaceUnprintable(text, (letter) => among.some(({ page }) => page.has(letter)))];
  const found: EncodedRun<Choice>[] = [];
  for (let start = 0, choice = current; start < letters.length; ) {
    const end = encodableEnd(letters, start, choice);
    if (end > start) {
      found.push({ choice, bytes: bytesOf(letters.slice(start, end), choice?.page ?? ascii) });
    }
    start = end;
    choice = among.reduce((best, next) =>
      encodableEnd(letters, start, next) > encodableEnd(letters, start, best) ? next : best,
    );
  }
  return found;
}

function encodableEnd(
  letters: readonly string[],
  start: number,
  choice: { readonly page: CodePage } | undefined,
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

const lettersByPage = new WeakMap<CodePage, ReadonlyMap<number, string>>();

/** Decodes bytes as a printer that is set to `charset`; "?" for a byte without a letter. */
export function decode(bytes: Uint8Array, charset: Charset): string {
  if (charset === "utf-8") return new TextDecoder().decode(bytes);
  const letters = lettersOf(charset);
  return Array.from(bytes, (byte) =>
    byte < 0x80 ? String.fromCharCode(byte) : (letters.get(byte) ?? "?"),
  ).join("");
}

function lettersOf(page: CodePage): ReadonlyMap<number, string> {
  const letters = lettersByPage.get(page) ?? new Map([...page].map(([letter, byte]) => [byte, letter]));
  lettersByPage.set(page, letters);
  return letters;
}

/** Replacements of lower-case letters and signs that Unicode does not decompose. */
const REPLACEMENTS = new Map<string, string>(
  [
    "æ=ae đ=d ð=d ħ=h ı=i ĸ=k ł=l ŋ=n ø=o œ=oe ß=ss þ=th ŧ=t ə=e ƒ=f μ=u",
    // Cyrillic: Ukraine's romanization of 2010, and the letters that only its neighbours use.
    "а=a б=b в=v г=h ґ=g д=d е=e є=ie ж=zh з=z и=y і=i ї=i й=i к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u",
    "ф=f х=kh ц=ts ч=ch ш=sh щ=shch ь= ю=iu я=ia",
    "ё=e ъ= ы=y э=e ђ=dj ј=j љ=lj њ=nj ћ=c џ=dz ѕ=dz ѓ=g ќ=k",
    "€=EUR £=GBP ¥=JPY ¢=c ©=(C) ®=(R) №=No §=par. °=deg ±=+- ×=x ÷=/ ⁄=/ •=- ·=-",
    "–=- —=- ‐=- ‑=- −=- ‘=' ’=' ‚=' ‹=' ›=' ′=' ʼ=' “='' ”='' „='' «='' »='' ″=''",
  ]
    .flatMap((list) => list.split(" "))
    .map((pair): [string, string] => [pair.charAt(0), pair.slice(2)]),
);

/**
 * The replacement of one letter (composed, not ASCII) that can't be printed: its base letter, its romanization, or "?".
 * It has only letters, digits, space and `.,'()/+-?`, so it is never a command in a printer language.
 */
export function replaceLetter(letter: string): string {
  return romanized(letter) ?? decomposed(letter);
}

function romanized(letter: string): string | undefined {
  const lower = letter.toLowerCase();
  const text = REPLACEMENTS.get(lower);
  return text === undefined || lower === letter ? text : text.charAt(0).toUpperCase() + text.slice(1);
}

function decomposed(letter: string): string {
  const base = letter.normalize("NFKD").replace(/[\p{M}\p{Cf}]/gu, "");
  const text = [...base].map((part) => romanized(part) ?? part).join("");
  return /^[A-Za-z0-9 .,'()/+-]*$/.test(text) ? text : "?";
}
