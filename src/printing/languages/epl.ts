import { msg } from "../../domain/message.ts";
import { ascii, bestCodePage, type CodePage, codePages, encode, toAscii } from "./codepages.ts";
import {
  assertPrintCommand,
  fillStrings,
  gs1Bars,
  type QuoteSyntax,
  type ValueFor,
  withoutGs1,
} from "./quoted.ts";
import {
  type LabelValues,
  type Language,
  multiplyCopies,
  splitLines,
  templateError,
  withLineNumber,
} from "./template-text.ts";

interface EplPage {
  readonly page: CodePage;
  /** The second parameter of the I command. */
  readonly letter: string;
}

const central: EplPage = { page: codePages.windows1250, letter: "B" };
const cyrillic: EplPage = { page: codePages.windows1251, letter: "C" };
const western: EplPage = { page: codePages.windows1252, letter: "A" };

/** The known pages of `I8,`. Other pages and the 7-bit `I7,` are treated as ASCII. */
const eplCodePages = new Map<string, CodePage>([
  ["1", codePages.cp850],
  ["2", codePages.cp852],
  ...[central, cyrillic, western].map(({ page, letter }): [string, CodePage] => [letter, page]),
  ["D", codePages.windows1253],
  ["E", codePages.windows1254],
  ["F", codePages.windows1255],
]);

const characterSet = /^I([78]),?(\w?)/;
const print = /^(PA?)(\d+)((?:,\d+)?)\s*$/;

/** P takes 1 to 65 535. */
const MAX_COPIES = 65_535;

const quoting: QuoteSyntax = {
  escapeLength: (line, at) => (line[at] === "\\" ? 2 : 0),
  escape: (value) => value.replace(/["\\]/g, "\\$&"),
};

/**
 * EPL2 (Eltron, Zebra). Placeholders are allowed in strings only. Unless the template sets a character set (I), each
 * line is encoded in the Windows page with most of its letters. An I command precedes each change of the page, for the
 * printer draws line by line. The copies multiply each P. The leading line end ends the rest of an interrupted job.
 */
export const epl: Language = {
  render(template, values, copies) {
    const lines = splitLines(template);
    assertPrintCommand(lines, (line) => /^PA?\d/.test(line), "P1");
    const rendered = lines.map((line, index) =>
      withLineNumber(index + 1, () => renderLine(line, values, copies)),
    );
    const isFixed = lines.some((line) => characterSet.test(line));
    const bytes = isFixed ? encodeInOwnPages(rendered) : encodeInBestPages(rendered);
    return Buffer.concat([Buffer.from("\n"), ...bytes]);
  },
};

function renderLine(line: string, values: LabelValues, copies: number): string {
  if (/^PA?\d/.test(line)) {
    return multiplyPrint(line, copies);
  }
  const filled = fillStrings(line, quoting, values, valueFor(line));
  return line.startsWith("B") ? toAscii(filled) : filled;
}

/** {{gs1}} as the symbol of a line carries it: type 1E (UCC/EAN 128) begins with FNC1 by itself; Data Matrix has no FNC1. */
function valueFor(line: string): ValueFor {
  if (/^b[^"]*,\s*D\b/.test(line))
    return withoutGs1(msg("EPL has no GS1 DataMatrix. Use the bar code type 1E, or draw the label."));
  if (!line.startsWith("B")) return (_, value) => value;
  return /^B\s*\d+,\s*\d+,\s*\d,\s*1E,/.test(line)
    ? gs1Bars
    : withoutGs1(msg("In a bar code B, {gs1} needs the type 1E.", { gs1: "{{gs1}}" }));
}

function multiplyPrint(line: string, copies: number): string {
  const [, command = "", sets, rest = ""] = print.exec(line) ?? [];
  if (sets === undefined) {
    const excerpt = line.trim().slice(0, 60);
    throw templateError(msg('P takes one or two numbers, for example "P1", not "{excerpt}".', { excerpt }));
  }
  return `${command}${multiplyCopies(sets, copies, MAX_COPIES)}${rest}`;
}

/** The code page that a line sets; undefined where it sets none. */
export function eplPageSetBy(line: string): CodePage | undefined {
  const [isSet, bits, letter = ""] = characterSet.exec(line) ?? [];
  if (isSet === undefined) return undefined;
  return bits === "8" ? (eplCodePages.get(letter) ?? ascii) : ascii;
}

/** A two-dimensional code, which carries UTF-8 as in the other languages. Pages are of texts. */
export const isTwoDimensional = (line: string) => /^b\d/.test(line);

function encodeInOwnPages(lines: readonly string[]): Buffer[] {
  let page = ascii;
  return lines.map((line) => {
    page = eplPageSetBy(line) ?? page;
    return isTwoDimensional(line) ? Buffer.from(`${line}\n`) : encode(`${line}\n`, page);
  });
}

function encodeInBestPages(lines: readonly string[]): Buffer[] {
  let current: EplPage | undefined;
  return lines.map((line) => {
    if (isTwoDimensional(line)) return Buffer.from(`${line}\n`);
    const best = bestCodePage(line, [current ?? central, central, cyrillic, western]);
    const change = best === current ? "" : `I8,${best.letter},001\n`;
    current = best;
    return encode(`${change}${line}\n`, best.page);
  });
}
