import { msg } from "../../domain/message.ts";
import { ascii, type Charset, codePages, encode, toAscii } from "./codepages.ts";
import {
  assertPrintCommand,
  fillStrings,
  gs1Bars,
  type QuoteSyntax,
  type ValueFor,
  withoutGs1,
} from "./quoted.ts";
import {
  hasPlaceholder,
  type LabelValues,
  type Language,
  multiplyCopies,
  splitLines,
  templateError,
  withLineNumber,
  withoutBrackets,
} from "./template-text.ts";

const barcode = /^\s*BARCODE\b/i;
const codePage = /^\s*CODEPAGE\s+(\S+)\s*$/i;
const print = /^(\s*PRINT\s+)(\d+)(\s*(?:,\s*\d+\s*)?)$/i;

/** The known names of CODEPAGE. Other names are treated as ASCII. */
export const tsplCharsets = new Map<string, Charset>([
  ["UTF-8", "utf-8"],
  ["850", codePages.cp850],
  ["852", codePages.cp852],
  ["858", codePages.cp858],
  ["866", codePages.cp866],
  ["1250", codePages.windows1250],
  ["1251", codePages.windows1251],
  ["WPC1251", codePages.windows1251],
  ["1252", codePages.windows1252],
  ["1253", codePages.windows1253],
  ["1254", codePages.windows1254],
  ["1257", codePages.windows1257],
]);

/** PRINT takes 1 to 999 999 999. */
const MAX_COPIES = 999_999_999;

/**
 * A quote in a string is written `\["]`. There is no escape for a backslash. A backslash that could begin an escape, or
 * escape the closing quote, becomes a slash.
 */
const quoting: QuoteSyntax = {
  escapeLength: (line, at) => (line.startsWith('\\["]', at) ? 4 : 0),
  escape: (value) => value.replace(/\\(?=["[]|$)/g, "/").replaceAll('"', '\\["]'),
};

/**
 * TSPL (TSC). Placeholders are allowed in strings only. CODEPAGE UTF-8 precedes a template without CODEPAGE. The copies
 * multiply the sets of each PRINT. The leading line end ends the rest of an interrupted job.
 */
export const tspl: Language = {
  render(template, values, copies) {
    const lines = splitLines(template);
    assertPrintCommand(lines, (line) => /^\s*PRINT\b/i.test(line), "PRINT 1");
    const isUnicode = !lines.some((line) => codePage.test(line));
    let charset: Charset = isUnicode ? "utf-8" : ascii;
    const bytes = lines.map((line, index) => {
      const name = codePage.exec(line)?.[1];
      charset = name === undefined ? charset : (tsplCharsets.get(name.toUpperCase()) ?? ascii);
      return encode(`${withLineNumber(index + 1, () => renderLine(line, values, copies))}\r\n`, charset);
    });
    return Buffer.concat([Buffer.from(isUnicode ? "\r\nCODEPAGE UTF-8\r\n" : "\r\n"), ...bytes]);
  },
};

function renderLine(line: string, values: LabelValues, copies: number): string {
  if (/^\s*PRINT\b/i.test(line)) {
    return multiplyPrint(line, copies);
  }
  if (!hasPlaceholder(line)) {
    return line;
  }
  if (barcode.test(line) && /"(?:EAN)?128M"/i.test(line)) {
    throw templateError(msg('In a bar code of type 128M a value could switch the code set; use type "128".'));
  }
  const filled = fillStrings(line, quoting, values, valueFor(line));
  // The printer carries out immediate commands (~!T and others) in strings too.
  return toPrintable(line, filled).replaceAll("~!", "~ !");
}

const matrix = /^\s*DMATRIX\b/i;

/**
 * {{gs1}} as the symbol of a line carries it. EAN128 begins with FNC1 by itself. DMATRIX has it as `~1`, after the escape
 * character that its parameter `c` names (`c126`: a tilde), and a doubled one is the character itself. The last element alone
 * has a variable length, so none is ended by FNC1.
 */
function valueFor(line: string): ValueFor {
  if (barcode.test(line)) return /^[^"]*"EAN128"/i.test(line) ? gs1Bars : withoutGs1(NEEDS_EAN128);
  if (!matrix.test(line)) return (_, value) => value;
  const [, code] = /^[^"]*,\s*c(\d{1,3})\b/i.exec(line) ?? [];
  if (code === undefined) return withoutGs1(NEEDS_ESCAPE);
  const sign = String.fromCharCode(Number(code));
  return (name, value) => {
    const data = (name === "gs1" ? withoutBrackets(value) : value).replaceAll(sign, sign + sign);
    return name === "gs1" && data !== "" ? `${sign}1${data}` : data;
  };
}

const NEEDS_EAN128 = msg('In a BARCODE, {gs1} needs the type "EAN128".', { gs1: "{{gs1}}" });
const NEEDS_ESCAPE = msg("In a DMATRIX, {gs1} needs an escape character, for example {example}.", {
  gs1: "{{gs1}}",
  example: "DMATRIX 20,20,200,200,c126,x6",
});

/** BARCODE takes ASCII. Text is composed (NFC), for printers do not compose. Other symbols carry any bytes. */
function toPrintable(line: string, filled: string): string {
  if (barcode.test(line)) {
    return toAscii(filled);
  }
  return /^\s*(?:TEXT|BLOCK)\b/i.test(line) ? filled.normalize("NFC") : filled;
}

function multiplyPrint(line: string, copies: number): string {
  const [, command = "", sets, rest = ""] = print.exec(line) ?? [];
  if (sets === undefined) {
    const excerpt = line.trim().slice(0, 60);
    throw templateError(
      msg('PRINT needs a number of sets, for example "PRINT 1", not "{excerpt}".', { excerpt }),
    );
  }
  return `${command}${multiplyCopies(sets, copies, MAX_COPIES)}${rest}`;
}
