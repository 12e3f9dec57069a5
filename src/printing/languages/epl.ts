import { ascii, bestPage, encode, type Page, pages, toAscii } from "./codepages.ts";
import { multiplied } from "./copies.ts";
import type { Language } from "./language.ts";
import { linesOf } from "./lines.ts";
import { inLine, templateFault, type Values } from "./placeholders.ts";
import { checkPrinted, fillStrings, type Quoting } from "./quoted.ts";

interface EplPage {
  readonly page: Page;
  /** The second parameter of the I command. */
  readonly letter: string;
}

const central: EplPage = { page: pages.windows1250, letter: "B" };
const cyrillic: EplPage = { page: pages.windows1251, letter: "C" };
const western: EplPage = { page: pages.windows1252, letter: "A" };

/** The pages of `I8,` that are known here; what is not listed gets ASCII, so does the 7 bit `I7,`. */
export const eplPages = new Map<string, Page>([
  ["1", pages.cp850],
  ["2", pages.cp852],
  ...[central, cyrillic, western].map(({ page, letter }): [string, Page] => [letter, page]),
  ["D", pages.windows1253],
  ["E", pages.windows1254],
  ["F", pages.windows1255],
]);

const characterSet = /^I([78]),?(\w?)/;
const print = /^(PA?)(\d+)((?:,\d+)?)\s*$/;

/** P takes 1 to 65 535. */
const mostCopies = 65_535;

const quoting: Quoting = {
  escapeLength: (line, at) => (line[at] === "\\" ? 2 : 0),
  escape: (value) => value.replace(/["\\]/g, "\\$&"),
};

/**
 * EPL2 (Eltron, Zebra). Values may stand in strings only. Unless the template sets a character set (I), each line
 * gets the Windows page that has most of its letters, by an I command where the page changes: the printer draws
 * each line as it comes. The copies multiply each P. The leading line end ends what an interrupted job left.
 */
export const epl: Language = {
  render(template, values, copies) {
    const lines = linesOf(template);
    checkPrinted(lines, (line) => /^PA?\d/.test(line), "P1");
    const rendered = lines.map((line, index) => inLine(index + 1, () => renderLine(line, values, copies)));
    const isFixed = lines.some((line) => characterSet.test(line));
    const bytes = isFixed ? inTheirPage(rendered) : inChosenPages(rendered);
    return Buffer.concat([Buffer.from("\n"), ...bytes]);
  },
};

function renderLine(line: string, values: Values, copies: number): string {
  if (/^PA?\d/.test(line)) {
    return counted(line, copies);
  }
  const filled = fillStrings(line, quoting, values);
  return line.startsWith("B") ? toAscii(filled) : filled;
}

function counted(line: string, copies: number): string {
  const [, command = "", sets, rest = ""] = print.exec(line) ?? [];
  if (sets === undefined) {
    const shown = line.trim().slice(0, 60);
    throw templateFault(
      `P takes one or two numbers, for example "P1", not "${shown}".`,
      `P má jedno nebo dvě čísla, například „P1“, ne „${shown}“.`,
    );
  }
  return `${command}${multiplied(sets, copies, mostCopies)}${rest}`;
}

function inTheirPage(lines: readonly string[]): Buffer[] {
  let page = ascii;
  return lines.map((line) => {
    const [isSet, bits, letter = ""] = characterSet.exec(line) ?? [];
    if (isSet !== undefined) {
      page = bits === "8" ? (eplPages.get(letter) ?? ascii) : ascii;
    }
    return encode(`${line}\n`, page);
  });
}

function inChosenPages(lines: readonly string[]): Buffer[] {
  let current: EplPage | undefined;
  return lines.map((line) => {
    const best = bestPage(line, [current ?? central, central, cyrillic, western]);
    const change = best === current ? "" : `I8,${best.letter},001\n`;
    current = best;
    return encode(`${change}${line}\n`, best.page);
  });
}
