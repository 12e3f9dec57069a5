import { ascii, type CodePage, decode } from "../languages/codepages.ts";
import { codeModules } from "../layouts/codes.ts";
import { qrModules } from "../matrix-sizes.ts";
import type { Align, ReceiptCommand } from "./receipt-commands.ts";
import { type Drawing, dotsPerMm, MAX_HEIGHT_MM } from "./zpl-label.ts";

/** Paper of 80 mm, on which 72 mm can be printed. */
const paper = 640;
const printable = 576;
const edge = (paper - printable) / 2;
const longest = MAX_HEIGHT_MM * dotsPerMm;
/** A letter of size 1 in dots, and the line that it stands in. */
const letterWidth = 12;
const letterHeight = 24;
const lineHeight = 30;
/** White above and below bar codes, which printers leave in different ways. */
const quiet = 16;

interface Style {
  readonly isBold: boolean;
  readonly times: number;
}
interface Run extends Style {
  readonly text: string;
}

/** The paper as it is written on; `y` is how much of it has come out. */
interface Roll {
  readonly fields: string[];
  y: number;
  page: CodePage;
  align: Align;
  style: Style;
  line: Run[];
}

const plain: Style = { isBold: false, times: 1 };

/**
 * A receipt as a ZPL label that looks like it: letters in their cells of 12 × 24 dots, lines broken where the paper
 * ends, bar codes of the same dots, a dashed line at each cut. What comes after 400 mm is left out.
 */
export function receiptDrawing(orders: Iterable<ReceiptCommand>): Drawing {
  const roll: Roll = { fields: [], y: edge, page: ascii, align: "left", style: plain, line: [] };
  for (const order of orders) {
    follow(roll, order);
    if (roll.y > longest) break;
  }
  if (roll.line.length > 0) endLine(roll);
  const height = Math.min(roll.y + edge, longest);
  return {
    zpl: zplOf(roll.fields),
    dotsPerMm,
    widthMm: paper / dotsPerMm,
    heightMm: height / dotsPerMm,
  };
}

function follow(roll: Roll, order: ReceiptCommand): void {
  switch (order.does) {
    case "letters":
      writeLetters(roll, decode(order.bytes, roll.page));
      break;
    case "feed":
      endLine(roll);
      roll.y += (order.lines - 1) * lineHeight;
      break;
    case "page":
      roll.page = order.page;
      break;
    case "bold":
      roll.style = { ...roll.style, isBold: order.isOn };
      break;
    case "size":
      roll.style = { ...roll.style, times: order.times };
      break;
    case "align":
      roll.align = order.align;
      break;
    case "code128":
    case "ean13":
      drawBars(roll, order);
      break;
    case "qr":
    case "datamatrix":
      drawSquare(roll, order);
      break;
    case "cut":
      roll.fields.push(dashedLine(roll.y, paper));
      roll.y += edge;
      break;
    case "reset":
      Object.assign(roll, { page: ascii, align: "left", style: plain });
  }
}

const widthOf = (line: readonly Run[]) =>
  line.reduce((sum, { text, times }) => sum + text.length * letterWidth * times, 0);

function writeLetters(roll: Roll, text: string): void {
  let rest = text;
  while (rest !== "" && roll.y <= longest) {
    const columns = Math.floor((printable - widthOf(roll.line)) / (letterWidth * roll.style.times));
    if (columns > 0) {
      roll.line.push({ ...roll.style, text: rest.slice(0, columns) });
      rest = rest.slice(columns);
    }
    if (rest !== "") endLine(roll);
  }
}

function endLine(roll: Roll): void {
  const height = letterHeight * Math.max(1, ...roll.line.map(({ times }) => times));
  let x = startOf(roll.align, widthOf(roll.line));
  for (const { text, times, isBold } of roll.line) {
    // Letters of one line stand on one base.
    const y = roll.y + height - letterHeight * times;
    roll.fields.push(lettersField(x, y, text, times));
    // As the printers do it: the letters once more, a dot further.
    if (isBold) roll.fields.push(lettersField(x + 1, y, text, times));
    x += text.length * letterWidth * times;
  }
  roll.line = [];
  roll.y += Math.max(lineHeight, height);
}

function startOf(align: Align, width: number): number {
  const share = { left: 0, center: 0.5, right: 1 }[align];
  return edge + Math.max(0, Math.floor((printable - width) * share));
}

/** Draws a code of this size, in dots, with white above and below it. */
function drawCode(roll: Roll, width: number, height: number, field: string): void {
  roll.fields.push(`^FO${startOf(roll.align, width)},${roll.y + quiet}${field}`);
  roll.y += height + 2 * quiet;
}

function drawBars(roll: Roll, { does, data, height, module }: BarsCommand): void {
  // Code 128: start, the characters, the check character, 11 modules each; the stop has 13.
  const modules = does === "ean13" ? EAN13_MODULES : 11 * (data.length + 2) + 13;
  const field = does === "ean13" ? ean13Field(data, height) : code128Field(data, height);
  drawCode(roll, modules * module, height, `^BY${module}${field}`);
}

type BarsCommand = ReceiptCommand & { does: "code128" | "ean13" };

/** Modules of an EAN-13. */
const EAN13_MODULES = 95;

function drawSquare(roll: Roll, { does, data, cell }: SquareCommand): void {
  const modules = does === "qr" ? qrModules(data) : datamatrixModules(data);
  if (modules === null) return;
  const field = does === "qr" ? qrField(data, cell) : datamatrixField(data, cell);
  drawCode(roll, modules * cell, modules * cell, field);
}

type SquareCommand = ReceiptCommand & { does: "qr" | "datamatrix" };

function datamatrixModules(data: Buffer): number | null {
  const found = codeModules("datamatrix", data.toString("utf8"));
  return typeof found === "string" ? null : found.modules.width;
}

// The ZPL fields of a drawn receipt, in dots. Those of codes follow their position.

/** A complete label of these fields. */
function zplOf(fields: readonly string[]): string {
  return `^XA^CI28${fields.join("")}^XZ`;
}

/** Letters in cells of 12 × 24 dots, `times` as large. Font A is the renderer's only one with equal widths. */
function lettersField(x: number, y: number, text: string, times: number): string {
  // It draws heights in steps of 9 dots. These fit the cell best, accents on capitals included.
  const height = 9 * Math.round(2.5 * times);
  return `^FO${x},${y}^AAN,${height},${10 * times}^FH^FD${escaped(text)}^FS`;
}

/** A Code 128 in code set B without its text. */
function code128Field(data: string, height: number): string {
  return `^BCN,${height},N^FH^FD>:${escaped(data.replaceAll(">", ">0"))}^FS`;
}

/** An EAN-13 without its digits. */
function ean13Field(gtin: string, height: number): string {
  return `^BEN,${height},N^FD${gtin.slice(0, 12)}^FS`;
}

/** A Data Matrix. */
function datamatrixField(data: Buffer, cell: number): string {
  const text = data.toString("utf8");
  // The renderer knows no doubled escape character, so it is one that the data lack.
  const unused = [..."~@#$*=&!"].find((sign) => !text.includes(sign)) ?? "~";
  return `^BXN,${cell},200,,,,${unused}^FH^FD${escaped(text)}^FS`;
}

/** A QR code with error correction M. */
function qrField(data: Buffer, cell: number): string {
  // Without the height of 0 in ^BY the code would be too low.
  return `^BY2,3,0^BQN,2,${cell}^FH^FDMA,${escaped(data.toString("utf8"))}^FS`;
}

/** A dashed line across the paper. */
function dashedLine(y: number, width: number): string {
  const starts = Array.from({ length: Math.floor(width / 16) }, (_, index) => index * 16 + 4);
  return starts.map((x) => `^FO${x},${y}^GB8,2,2^FS`).join("");
}

/** Escapes field data for ^FH. */
function escaped(data: string): string {
  return data.replace(/[\0-\x7f]/g, (character) =>
    /[A-Za-z0-9 ]/.test(character) ? character : `_${character.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
}
