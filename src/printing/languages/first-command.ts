import { type Message, msg } from "../../domain/message.ts";
import type { Language } from "./language.ts";
import { templateError, withLineNumber } from "./template-text.ts";

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

/** Languages whose templates are printer commands. Receipts always begin with the printer's reset (ESC @). */
const FIRST_COMMANDS = {
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
} satisfies Record<string, FirstCommandRule>;

/** Wraps a language: `render` throws Invalid for a template that does not begin with a command of the language. */
export function requireFirstCommand(type: keyof typeof FIRST_COMMANDS, language: Language): Language {
  const rule: FirstCommandRule = FIRST_COMMANDS[type];
  return {
    render(template, values, copies) {
      const [preamble = ""] = rule.preamble.exec(template) ?? [];
      // Line ends stay, so that errors name the right line.
      const lineEnds = preamble.replace(/[^\r\n]+/g, "");
      const rest = template.slice(preamble.length);
      const bytes = language.render(lineEnds + rest, values, copies);
      if (!rule.command.test(rest)) {
        withLineNumber(lineEnds.split(/\r\n|\r|\n/).length, () => fail(rule, rest));
      }
      return bytes;
    },
  };
}

function fail({ name, expected }: FirstCommandRule, rest: string): never {
  const [line = ""] = rest.split(/[\r\n]/, 1);
  const excerpt = line.length > 40 ? `${line.slice(0, 40)}…` : line;
  throw templateError(
    msg('A template in {name} must begin with {expected}, not "{excerpt}".', { name, expected, excerpt }),
  );
}
