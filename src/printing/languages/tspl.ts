import { ascii, type Charset, encode, pages, toAscii } from "./codepages.ts";
import { multiplied } from "./copies.ts";
import type { Language } from "./language.ts";
import { linesOf } from "./lines.ts";
import { holdsPlaceholder, inLine, templateFault, type Values } from "./placeholders.ts";
import { checkPrinted, fillStrings, type Quoting } from "./quoted.ts";

const barcode = /^\s*BARCODE\b/i;
const codePage = /^\s*CODEPAGE\s+(\S+)\s*$/i;
const print = /^(\s*PRINT\s+)(\d+)(\s*(?:,\s*\d+\s*)?)$/i;

/** The names that CODEPAGE takes; what is not listed here gets ASCII. */
export const tsplCharsets = new Map<string, Charset>([
  ["UTF-8", "utf-8"],
  ["850", pages.cp850],
  ["852", pages.cp852],
  ["858", pages.cp858],
  ["866", pages.cp866],
  ["1250", pages.windows1250],
  ["1251", pages.windows1251],
  ["WPC1251", pages.windows1251],
  ["1252", pages.windows1252],
  ["1253", pages.windows1253],
  ["1254", pages.windows1254],
  ["1257", pages.windows1257],
]);

/** PRINT takes 1 to 999 999 999. */
const mostCopies = 999_999_999;

/**
 * Strings: a quote is written `\["]`. There is no escape for a backslash, so the one that could begin an escape
 * or take the closing quote with it becomes a slash.
 */
const quoting: Quoting = {
  escapeLength: (line, at) => (line.startsWith('\\["]', at) ? 4 : 0),
  escape: (value) => value.replace(/\\(?=["[]|$)/g, "/").replaceAll('"', '\\["]'),
};

/**
 * TSPL (TSC). Values may stand in strings only; CODEPAGE UTF-8 goes before a template that sets no CODEPAGE; the
 * copies multiply the sets of each PRINT. The leading line end ends what an interrupted job may have left.
 */
export const tspl: Language = {
  render(template, values, copies) {
    const lines = linesOf(template);
    checkPrinted(lines, (line) => /^\s*PRINT\b/i.test(line), "PRINT 1");
    const isUnicode = !lines.some((line) => codePage.test(line));
    let charset: Charset = isUnicode ? "utf-8" : ascii;
    const bytes = lines.map((line, index) => {
      const name = codePage.exec(line)?.[1];
      charset = name === undefined ? charset : (tsplCharsets.get(name.toUpperCase()) ?? ascii);
      return encode(`${inLine(index + 1, () => rendered(line, values, copies))}\r\n`, charset);
    });
    return Buffer.concat([Buffer.from(isUnicode ? "\r\nCODEPAGE UTF-8\r\n" : "\r\n"), ...bytes]);
  },
};

function rendered(line: string, values: Values, copies: number): string {
  if (/^\s*PRINT\b/i.test(line)) {
    return counted(line, copies);
  }
  if (!holdsPlaceholder(line)) {
    return line;
  }
  if (barcode.test(line) && /"(?:EAN)?128M"/i.test(line)) {
    throw templateFault(
      'In a bar code of type 128M a value could switch the code set; use type "128".',
      'V čárovém kódu typu 128M by hodnota mohla přepnout znakovou sadu; použijte typ "128".',
    );
  }
  const filled = fillStrings(line, quoting, values);
  // The printer looks for its immediate commands (~!T and others) in strings too.
  return written(line, filled).replaceAll("~!", "~ !");
}

/** BARCODE takes ASCII; text is composed, for printers do not compose; other symbols carry any bytes. */
function written(line: string, filled: string): string {
  if (barcode.test(line)) {
    return toAscii(filled);
  }
  return /^\s*(?:TEXT|BLOCK)\b/i.test(line) ? filled.normalize("NFC") : filled;
}

function counted(line: string, copies: number): string {
  const [, command = "", sets, rest = ""] = print.exec(line) ?? [];
  if (sets === undefined) {
    const shown = line.trim().slice(0, 60);
    throw templateFault(
      `PRINT needs a number of sets, for example "PRINT 1", not "${shown}".`,
      `PRINT potřebuje počet, například „PRINT 1“, ne „${shown}“.`,
    );
  }
  return `${command}${multiplied(sets, copies, mostCopies)}${rest}`;
}
