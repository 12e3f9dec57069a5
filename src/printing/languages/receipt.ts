import { type PrinterTypes, ThermalPrinter } from "node-thermal-printer";
import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { type CodePage, codePages, encodeRuns, toAscii } from "./codepages.ts";
import type { Language } from "./language.ts";
import { parseReceipt, type ReceiptLine } from "./receipt-markup.ts";
import { fillPlaceholders, type LabelValues, toSingleLine } from "./template-text.ts";

/** What differs between the receipt printers; each appends its commands to `printer`. */
export interface ReceiptDialect {
  readonly type: PrinterTypes;
  readonly setSize: (printer: ThermalPrinter, size: number) => void;
  /** `data` is ASCII without control characters; `height` and the `width` of a module (2 or 3) in dots. */
  readonly code128: (printer: ThermalPrinter, data: string, height: number, width: 2 | 3) => void;
  readonly qr: (printer: ThermalPrinter, data: Buffer, cell: number) => void;
  readonly cut: (printer: ThermalPrinter) => void;
}

interface ReceiptPage {
  readonly page: CodePage;
  /** node-thermal-printer's name of it. */
  readonly name: string;
}

/** Of the last page only what the others lack altogether: an old printer may not have it. */
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

/** Of more characters, a bar code fits no receipt paper (576 dots), and the printer would print nothing. */
const MAX_CODE128_LENGTH = 23;

/** Up to here a bar code with modules of three dots fits the narrow paper (384 dots). */
const MAX_WIDE_CODE128_LENGTH = 8;

/** The bytes that fit the largest QR code with error correction M. */
const MAX_QR_BYTES = 2331;

/** ESC @; the package has it, but not in its types. */
const reset = Buffer.from([0x1b, 0x40]);

/** The most bytes of one print request: copies are repetition here. */
const MAX_REQUEST_BYTES = 32 * 1024 * 1024;

/** The label as far as it is compiled. */
interface Compilation {
  readonly printer: ThermalPrinter;
  readonly dialect: ReceiptDialect;
  readonly chunks: Buffer[];
  /** The code page that the printer is in; unknown after a reset. */
  page: ReceiptPage | undefined;
}

/**
 * A language compiled from the receipt markup through node-thermal-printer's commands, letters excepted: its own
 * choice of a page (print, println) takes wrong ones, such as CP860 for Greek. Each copy begins with a reset.
 */
export function receiptLanguage(dialect: ReceiptDialect): Language {
  return {
    render(template, values, copies) {
      const bytes = compile(parseReceipt(template), values, dialect);
      if (bytes.length * copies > MAX_REQUEST_BYTES) {
        throw Invalid.field(
          "copies",
          msg(
            "So many copies of so long a label can't be printed at once.",
            "Tolik kopií tak dlouhého štítku nelze tisknout najednou.",
          ),
        );
      }
      return Buffer.concat(Array.from({ length: copies }, () => bytes));
    },
  };
}

function compile(lines: readonly ReceiptLine[], values: LabelValues, dialect: ReceiptDialect): Buffer {
  const printer = new ThermalPrinter({ type: dialect.type, interface: "" });
  const roll: Compilation = { printer, dialect, chunks: [reset], page: undefined };
  for (const line of lines) {
    const text = fillPlaceholders(
      line.text,
      (literal) => literal,
      (name) => toSingleLine(values[name]),
    );
    printLine(roll, line, text);
    flush(roll);
  }
  return Buffer.concat(roll.chunks);
}

/** Empties the package's buffer, which each of its commands copies as a whole. */
function flush({ printer, chunks }: Compilation): void {
  // Its types leave out that the buffer is null while it is empty.
  const bytes: Buffer | null = printer.getBuffer();
  if (bytes !== null) {
    chunks.push(bytes);
  }
  printer.clear();
}

function printLine(roll: Compilation, line: ReceiptLine, text: string): void {
  switch (line.kind) {
    case "feed":
      for (let count = 0; count < line.amount; count += 1) {
        roll.printer.newLine();
      }
      break;
    case "cut":
      roll.dialect.cut(roll.printer);
      roll.page = undefined;
      break;
    case "text":
      printAligned(roll, line, () => printText(roll, line, text));
      break;
    default:
      printSymbol(roll, line, text.trim());
  }
}

/** A bar code or QR code; nothing for no data, and the data as text where they are too long for one. */
function printSymbol(roll: Compilation, line: ReceiptLine, data: string): void {
  const { printer, dialect } = roll;
  const code = toAscii(data).trim();
  const bytes = Buffer.from(data, "utf8");
  if (line.kind === "code128" ? code === "" : data === "") {
    return;
  }
  printAligned(roll, line, () => {
    if (line.kind === "code128" ? code.length > MAX_CODE128_LENGTH : bytes.length > MAX_QR_BYTES) {
      printText(roll, line, data);
    } else if (line.kind === "code128") {
      dialect.code128(printer, code, line.amount, code.length > MAX_WIDE_CODE128_LENGTH ? 2 : 3);
    } else {
      dialect.qr(printer, bytes, line.amount);
    }
  });
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

function printText(roll: Compilation, { isBold, size }: ReceiptLine, text: string): void {
  const { printer, dialect } = roll;
  if (isBold) {
    printer.bold(true);
  }
  if (size > 1) {
    dialect.setSize(printer, size);
  }
  printLetters(roll, text);
  if (size > 1) {
    dialect.setSize(printer, 1);
  }
  if (isBold) {
    printer.bold(false);
  }
  printer.newLine();
}

function printLetters(roll: Compilation, text: string): void {
  for (const { choice, bytes } of encodeRuns(text, receiptPages, roll.page)) {
    if (choice !== undefined && choice !== roll.page) {
      roll.printer.setCharacterSet(choice.name);
      roll.page = choice;
    }
    roll.printer.add(bytes);
    flush(roll);
  }
}
