import { type PrinterTypes, ThermalPrinter } from "node-thermal-printer";
import { gtinIn } from "../../domain/codes/gtin.ts";
import { msg } from "../../domain/message.ts";
import { QR_CAPACITY } from "../../domain/qr-capacity.ts";
import { dataMatrixModules, qrModules } from "../matrix-sizes.ts";
import { type CodePage, codePages, encodeRuns, toAscii } from "./codepages.ts";
import { assertRepeats } from "./printer-types.ts";
import { parseReceipt, type ReceiptLine } from "./receipt-markup.ts";
import {
  fillPlaceholders,
  type LabelValues,
  type Language,
  templateError,
  textOfPlaceholder,
  toSingleLine,
  withLineNumber,
} from "./template-text.ts";

/** The commands that differ between receipt languages. Each function appends its command to `printer`. */
interface ReceiptDialect {
  readonly type: PrinterTypes;
  readonly setSize: (printer: ThermalPrinter, size: number) => void;
  /** `data` is ASCII without control characters; `height` and the `width` of a module (2 or 3) in dots. */
  readonly code128: (printer: ThermalPrinter, data: string, height: number, width: 2 | 3) => void;
  /** `gtin` has 13 digits, the check digit included. */
  readonly ean13: (printer: ThermalPrinter, gtin: string, height: number) => void;
  readonly qr: (printer: ThermalPrinter, data: Buffer, cell: number) => void;
  /** Null: the language has no Data Matrix. */
  readonly datamatrix: ((printer: ThermalPrinter, data: Buffer, cell: number) => void) | null;
  readonly cut: (printer: ThermalPrinter) => void;
}

interface ReceiptPage {
  readonly page: CodePage;
  /** The name of the page in node-thermal-printer. */
  readonly name: string;
}

/** Of the last page only the Cyrillic letters: an old printer may not have this page. */
const cyrillic: CodePage = new Map(
  [...codePages.windows1251].filter(([letter]) => /\p{Script=Cyrillic}/u.test(letter)),
);

/** In order of preference. */
const receiptPages: readonly [ReceiptPage, ...ReceiptPage[]] = [
  { page: codePages.cp852, name: "PC852_LATIN2" },
  { page: codePages.cp858, name: "PC858_EURO" },
  { page: codePages.cp866, name: "PC866_CYRILLIC2" },
  { page: cyrillic, name: "WPC1251_CYRILLIC" },
];

/** Dots across paper of 80 mm. Printers print nothing of a bar code that is wider than their paper. */
const WIDE_PAPER = 576;
/** Dots across paper of 58 mm. Modules of three dots are for bar codes that fit it. */
const NARROW_PAPER = 384;
/** Dots of the smallest module that is chosen for narrow paper. A Data Matrix has no smaller one. */
const MIN_CELL = 2;

/** ESC @. The package's types lack it. */
const reset = Buffer.from([0x1b, 0x40]);

/** The state while a label is compiled. */
interface Compilation {
  readonly printer: ThermalPrinter;
  readonly dialect: ReceiptDialect;
  /** Dots across. */
  readonly paper: number;
  readonly chunks: Buffer[];
  /** The current code page of the printer; undefined after a reset. */
  page: ReceiptPage | undefined;
}

/**
 * Creates a language that compiles receipt markup by node-thermal-printer's commands. Letters are encoded here, because
 * the package's own choice of a page (print, println) is wrong, for example CP860 for Greek. Each copy begins with a
 * reset.
 */
export function receiptLanguage(dialect: ReceiptDialect): Language {
  return {
    render(template, values, copies, paper = WIDE_PAPER) {
      const lines = parseReceipt(template);
      assertCodes(lines, dialect);
      const bytes = compile(lines, values, dialect, paper);
      assertRepeats(bytes.length, copies);
      return Buffer.concat(Array.from({ length: copies }, () => bytes));
    },
  };
}

/** Throws Invalid for a code that the language lacks. */
function assertCodes(lines: readonly ReceiptLine[], { datamatrix }: ReceiptDialect): void {
  lines.forEach(({ kind }, index) => {
    if (kind !== "datamatrix" || datamatrix !== null) return;
    withLineNumber(index + 1, () => {
      throw templateError(msg("Star printers have no [datamatrix]. Use [qr], or draw the label."));
    });
  });
}

function compile(
  lines: readonly ReceiptLine[],
  values: LabelValues,
  dialect: ReceiptDialect,
  paper: number,
): Buffer {
  const printer = new ThermalPrinter({ type: dialect.type, interface: "" });
  const state: Compilation = { printer, dialect, paper, chunks: [reset], page: undefined };
  for (const line of lines) {
    const text = fillPlaceholders(line.text, (name) => toSingleLine(textOfPlaceholder(values, name)));
    printLine(state, line, text);
    flush(state);
  }
  return Buffer.concat(state.chunks);
}

/** Moves the package's buffer to the chunks. Each of its commands copies the whole buffer, so it is kept short. */
function flush({ printer, chunks }: Compilation): void {
  // The buffer is null while it is empty; its types lack that.
  const bytes: Buffer | null = printer.getBuffer();
  if (bytes !== null) {
    chunks.push(bytes);
  }
  printer.clear();
}

function printLine(state: Compilation, line: ReceiptLine, text: string): void {
  switch (line.kind) {
    case "feed":
      for (let count = 0; count < line.amount; count += 1) {
        state.printer.newLine();
      }
      break;
    case "cut":
      state.dialect.cut(state.printer);
      state.page = undefined;
      break;
    case "text":
      printAligned(state, line, () => printText(state, line, text));
      break;
    default:
      printSymbol(state, line, text.trim());
  }
}

/** Prints a code; nothing for empty data, and text where the code can't hold the data. */
function printSymbol(state: Compilation, line: ReceiptLine, data: string): void {
  if ((line.kind === "code128" ? toAscii(data).trim() : data) === "") {
    return;
  }
  const print = symbolOf(state, line, data) ?? (() => printText(state, line, data));
  printAligned(state, line, print);
}

/** Prints the code of a line; null: it can't hold the data, or is wider than the paper. */
function symbolOf(
  { printer, dialect, paper }: Compilation,
  line: ReceiptLine,
  data: string,
): (() => void) | null {
  const { kind, amount } = line;
  const bytes = Buffer.from(data, "utf8");
  switch (kind) {
    case "code128": {
      const code = toAscii(data).trim();
      // Start, the characters, the check character, 11 modules each; the stop has 13.
      const modules = 11 * (code.length + 2) + 13;
      const width = 3 * modules > Math.min(paper, NARROW_PAPER) ? 2 : 3;
      if (width * modules > paper) return null;
      return () => dialect.code128(printer, code, amount, width);
    }
    case "ean13": {
      const gtin = gtinIn(data, 13);
      return gtin === null ? null : () => dialect.ean13(printer, gtin, amount);
    }
    case "datamatrix": {
      const cell = cellOf(dataMatrixModules(bytes.length), amount, paper);
      return cell === null ? null : () => dialect.datamatrix?.(printer, bytes, cell);
    }
    default: {
      const cell = bytes.length > QR_CAPACITY.M ? null : cellOf(qrModules(bytes), amount, paper);
      return cell === null ? null : () => dialect.qr(printer, bytes, cell);
    }
  }
}

/** The dots of a module: `amount`, or fewer where the paper is too narrow for so many. Null: it is too narrow for the code. */
function cellOf(modules: number | null, amount: number, paper: number): number | null {
  if (modules === null) return null;
  const cell = Math.min(amount, Math.floor(paper / modules));
  return cell < Math.min(amount, MIN_CELL) ? null : cell;
}

function printAligned({ printer }: Compilation, { align }: ReceiptLine, print: () => void): void {
  if (align === "center") {
    printer.alignCenter();
  } else if (align === "right") {
    printer.alignRight();
  }
  print();
  if (align !== "left") {
    printer.alignLeft();
  }
}

function printText(state: Compilation, { isBold, size }: ReceiptLine, text: string): void {
  const { printer, dialect } = state;
  if (isBold) {
    printer.bold(true);
  }
  if (size > 1) {
    dialect.setSize(printer, size);
  }
  printLetters(state, text);
  if (size > 1) {
    dialect.setSize(printer, 1);
  }
  if (isBold) {
    printer.bold(false);
  }
  printer.newLine();
}

function printLetters(state: Compilation, text: string): void {
  for (const { choice, bytes } of encodeRuns(text, receiptPages, state.page)) {
    if (choice !== undefined && choice !== state.page) {
      state.printer.setCharacterSet(choice.name);
      state.page = choice;
    }
    state.printer.add(bytes);
    flush(state);
  }
}
