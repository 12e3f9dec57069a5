import type { Language } from "./language.ts";
import { templateError, withLineNumber } from "./template-text.ts";

// A printer may be set to a port where something else listens. What is sent there begins with a command of the printer's language,
// so that no template chooses the first bytes.

/** How a label begins in a language. */
interface FirstCommandRule {
  readonly name: string;
  /** Blanks and comments, which are not sent. */
  readonly preamble: RegExp;
  readonly command: RegExp;
  /** What would be right. */
  readonly right: { readonly en: string; readonly cs: string };
}

const TSPL_COMMANDS = [
  "SIZE GAP GAPDETECT BLINE BLINEDETECT AUTODETECT OFFSET SPEED DENSITY DIRECTION REFERENCE SHIFT COUNTRY CODEPAGE CLS",
  "FEED BACKFEED BACKUP FORMFEED HOME LIMITFEED CUT PEEL SOUND SET INITIALPRINTER PRINT",
  "TEXT BLOCK BAR BARCODE BITMAP BOX CIRCLE DIAGONAL ELLIPSE ERASE REVERSE PUTBMP PUTPCX",
  "AZTEC CODABLOCK DMATRIX MAXICODE MPDF417 PDF417 QRCODE RSS TLC39",
]
  .join(" ")
  .replaceAll(" ", "|");

/** The languages whose templates are the printer's own commands; receipts always begin with the printer's reset (ESC @). */
const FIRST_COMMANDS = {
  zpl: {
    name: "ZPL",
    preamble: /^\s*(?:\^FX[^^~]*(?:\^FS\s*)?)*/i,
    command: /^(?:\^XA|~[A-Z]{2})/i,
    right: { en: "^XA or a command with ~", cs: "^XA nebo příkazem s ~" },
  },
  tspl: {
    name: "TSPL",
    preamble: /^\s*(?:REM\b[^\r\n]*\s*)*/i,
    command: new RegExp(`^(?:${TSPL_COMMANDS})\\b`, "i"),
    right: { en: "a command such as SIZE or CLS", cs: "příkazem, například SIZE nebo CLS" },
  },
  epl: {
    name: "EPL",
    preamble: /^\s*(?:;[^\r\n]*\s*)*/,
    command:
      /^(?:(?:[qQSDRfPABbX]|L[OESW]|G[GW]|PA)\d|I[78]\b|(?:F[RKS]|GK)"|(?:N|O[A-Z\d,]*|Z[TB]|J[FB]|r[NY])[ \t]*(?=[\r\n]|$))/,
    right: { en: "a command such as N or q400", cs: "příkazem, například N nebo q400" },
  },
} satisfies Record<string, FirstCommandRule>;

/** The language with templates that begin with one of its commands; `render` throws Invalid for another. */
export function requireFirstCommand(type: keyof typeof FIRST_COMMANDS, language: Language): Language {
  const beginning: FirstCommandRule = FIRST_COMMANDS[type];
  return {
    render(template, values, copies) {
      const [preamble = ""] = beginning.preamble.exec(template) ?? [];
      // Its lines stay: faults name them by number.
      const lineEnds = preamble.replace(/[^\r\n]+/g, "");
      const rest = template.slice(preamble.length);
      const bytes = language.render(lineEnds + rest, values, copies);
      if (!beginning.command.test(rest)) {
        withLineNumber(lineEnds.split(/\r\n|\r|\n/).length, () => refuse(beginning, rest));
      }
      return bytes;
    },
  };
}

function refuse({ name, right }: FirstCommandRule, rest: string): never {
  const [line = ""] = rest.split(/[\r\n]/, 1);
  const shown = line.length > 40 ? `${line.slice(0, 40)}…` : line;
  throw templateError(
    `A template in ${name} must begin with ${right.en}, not "${shown}".`,
    `Šablona v ${name} musí začínat ${right.cs}, ne „${shown}“.`,
  );
}
