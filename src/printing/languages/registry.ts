import { type Message, msg } from "../../domain/message.ts";
import { type LabelSubject, PLACEHOLDERS, type Placeholder } from "../../domain/placeholder-names.ts";
import { epl } from "./epl.ts";
import { escpos } from "./escpos.ts";
import { PRINTER_TYPES, type PrinterType } from "./printer-types.ts";
import { star } from "./star.ts";
import type { StatusQuery } from "./status.ts";
import { escposStatus } from "./status-escpos.ts";
import { createStarStatus } from "./status-star.ts";
import { tsplStatus } from "./status-tspl.ts";
import { zplStatus } from "./status-zpl.ts";
import {
  assertPlaceholders,
  type LabelValues,
  type Language,
  splitLines,
  templateError,
  withLineNumber,
} from "./template-text.ts";
import { tspl } from "./tspl.ts";
import { zpl } from "./zpl.ts";

// All languages, their status queries, and the check of a template in any of them.

const LANGUAGES: Readonly<Record<PrinterType, Language>> = {
  zpl,
  tspl,
  epl,
  escpos,
  star,
};

const STATUS_QUERIES: Readonly<Record<PrinterType, () => StatusQuery | null>> = {
  zpl: () => zplStatus,
  tspl: () => tsplStatus,
  // EPL2 sends its error report (^ee, eR) to the serial and USB ports only.
  epl: () => null,
  escpos: () => escposStatus,
  star: createStarStatus,
};

const sampleValues = (subject: LabelSubject): LabelValues =>
  Object.fromEntries(PLACEHOLDERS[subject].map((name) => [name, "1"])) as Record<Placeholder, string>;

/**
 * The language of a printer type. `render` throws Invalid for a template above the limits before it reads it, and for one that does
 * not begin with a command of the language. Throws RangeError for a name that is not in the catalogue.
 */
export function languageOf(printerType: string): Language {
  const type = PRINTER_TYPES.find(({ name }) => name === printerType)?.name;
  if (type === undefined) throw new RangeError(`There is no printer type ${printerType}.`);
  const [language, rule] = [LANGUAGES[type], FIRST_COMMANDS[type]];
  return {
    render(template, values, copies, paper) {
      assertLimits(template, type);
      return rule === null
        ? language.render(template, values, copies, paper)
        : renderFromFirstCommand(rule, language, template, values, copies);
    },
  };
}

/** Creates the status query of a printer type for one connection; null where its language has none. */
export function createStatusQuery(type: PrinterType): StatusQuery | null {
  return STATUS_QUERIES[type]();
}

/**
 * Checks that a label template of a subject can be printed. Throws Invalid for the field "template", with the line number where
 * there is one: an empty template or one above the limits, an unknown placeholder, a placeholder where its value would not be
 * plain data, or text that is not of the language's form.
 */
export function assertTemplate(template: string, type: PrinterType, subject: LabelSubject = "article"): void {
  assertLimits(template, type);
  if (template.trim() === "") {
    throw templateError(msg("The template must not be empty."));
  }
  splitLines(template).forEach((line, index) => {
    withLineNumber(index + 1, () => assertPlaceholders(line, subject));
  });
  languageOf(type).render(template, sampleValues(subject), 1);
}

// Templates are checked and rendered in the main thread. These limits bound that work, and far exceed a real label.

const MAX_BYTES = 512 * 1024;
const MAX_LINES = 2000;
const MAX_PLACEHOLDERS = 500;
/** In ZPL, whose commands need no lines. */
const MAX_COMMANDS = 2000;
/** In characters: longer than any printer command. A line of ZPL may hold a picture, so its length is not limited. */
const MAX_LINE_LENGTH = 8192;

/** Throws Invalid for a template above a limit. The search for parts ends at the limit. */
function assertLimits(template: string, type: PrinterType): void {
  if (Buffer.byteLength(template, "utf8") > MAX_BYTES) {
    throw templateError(msg("The template must not be over 512 KiB."));
  }
  const lines = template.split(/\r\n|\r|\n/, MAX_LINES + 2);
  // The last line may have an end.
  if (lines.at(-1) === "") lines.pop();
  if (lines.length > MAX_LINES) {
    throw templateError(
      msg("The template must not have over {max} lines.", {
        max: MAX_LINES,
      }),
    );
  }
  if (type === "zpl") assertCommands(template);
  else assertLineLengths(lines);
  if (template.split("{{", MAX_PLACEHOLDERS + 2).length - 1 > MAX_PLACEHOLDERS) {
    throw templateError(
      msg("The template must not have over {max} placeholders.", {
        max: MAX_PLACEHOLDERS,
      }),
    );
  }
}

function assertCommands(template: string): void {
  if (template.split(/[\^~]/, MAX_COMMANDS + 2).length - 1 > MAX_COMMANDS) {
    throw templateError(
      msg("The template must not have over {max} commands (^ or ~).", { max: MAX_COMMANDS }),
    );
  }
}

function assertLineLengths(lines: readonly string[]): void {
  const index = lines.findIndex((line) => line.length > MAX_LINE_LENGTH);
  const length = lines[index]?.length;
  if (length === undefined) return;
  withLineNumber(index + 1, () => {
    throw templateError(
      msg("A line may have at most {max} characters, not {length}. Split it.", {
        max: MAX_LINE_LENGTH,
        length,
      }),
    );
  });
}

// A printer record may point to the port of another service. Each job begins with a command of the printer's language, so
// that no template chooses the first bytes.

/** The rule for the first command of a language. */
interface FirstCommandRule {
  readonly name: string;
  /** White space and comments, which are not sent. */
  readonly preamble: RegExp;
  readonly command: RegExp;
  /** The valid first commands, for the error message. */
  readonly expected: Message;
}

const TSPL_COMMANDS = [
  "SIZE GAP GAPDETECT BLINE BLINEDETECT AUTODETECT OFFSET SPEED DENSITY DIRECTION REFERENCE SHIFT COUNTRY CODEPAGE CLS",
  "FEED BACKFEED BACKUP FORMFEED HOME LIMITFEED CUT PEEL SOUND SET INITIALPRINTER PRINT",
  "TEXT BLOCK BAR BARCODE BITMAP BOX CIRCLE DIAGONAL ELLIPSE ERASE REVERSE PUTBMP PUTPCX",
  "AZTEC CODABLOCK DMATRIX MAXICODE MPDF417 PDF417 QRCODE RSS TLC39",
]
  .join(" ")
  .replaceAll(" ", "|");

/** Null: receipts always begin with the printer's reset (ESC @). */
const FIRST_COMMANDS: Readonly<Record<PrinterType, FirstCommandRule | null>> = {
  zpl: {
    name: "ZPL",
    preamble: /^\s*(?:\^FX[^^~]*(?:\^FS\s*)?)*/i,
    command: /^(?:\^XA|~[A-Z]{2})/i,
    expected: msg("^XA or a command with ~"),
  },
  tspl: {
    name: "TSPL",
    preamble: /^\s*(?:REM\b[^\r\n]*\s*)*/i,
    command: new RegExp(`^(?:${TSPL_COMMANDS})\\b`, "i"),
    expected: msg("a command such as SIZE or CLS"),
  },
  epl: {
    name: "EPL",
    preamble: /^\s*(?:;[^\r\n]*\s*)*/,
    command:
      /^(?:(?:[qQSDRfPABbX]|L[OESW]|G[GW]|PA)\d|I[78]\b|(?:F[RKS]|GK)"|(?:N|O[A-Z\d,]*|Z[TB]|J[FB]|r[NY])[ \t]*(?=[\r\n]|$))/,
    expected: msg("a command such as N or q400"),
  },
  escpos: null,
  star: null,
};

/** Renders a template without its preamble. Throws Invalid for one that does not begin with a command of the language. */
function renderFromFirstCommand(
  rule: FirstCommandRule,
  language: Language,
  template: string,
  values: LabelValues,
  copies: number,
): Buffer {
  const [preamble = ""] = rule.preamble.exec(template) ?? [];
  // Line ends stay, so that errors name the right line.
  const lineEnds = preamble.replace(/[^\r\n]+/g, "");
  const rest = template.slice(preamble.length);
  const bytes = language.render(lineEnds + rest, values, copies);
  if (!rule.command.test(rest)) withLineNumber(lineEnds.split(/\r\n|\r|\n/).length, () => fail(rule, rest));
  return bytes;
}

function fail({ name, expected }: FirstCommandRule, rest: string): never {
  const [line = ""] = rest.split(/[\r\n]/, 1);
  const excerpt = line.length > 40 ? `${line.slice(0, 40)}…` : line;
  throw templateError(
    msg('A template in {name} must begin with {expected}, not "{excerpt}".', { name, expected, excerpt }),
  );
}
