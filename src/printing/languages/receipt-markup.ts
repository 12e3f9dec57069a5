import { type Message, msg } from "../../domain/message.ts";
import { splitLines, templateError, withLineNumber } from "./template-text.ts";

/** One line of a receipt template. `text` may hold placeholders. For a bar code it is the data. */
export interface ReceiptLine {
  readonly kind: "text" | "code128" | "ean13" | "qr" | "datamatrix" | "feed" | "cut";
  readonly align: "left" | "center" | "right";
  readonly isBold: boolean;
  /** Factor of the width and height of letters. */
  readonly size: number;
  /** code128, ean13: height in dots; qr, datamatrix: dots a module; feed: lines. */
  readonly amount: number;
  readonly text: string;
}

type Tag = (line: ReceiptLine, amount: number) => ReceiptLine;

interface TagRule {
  readonly apply: Tag;
  /** The range and the default of the number after the tag's name; absent where the tag takes no number. */
  readonly amount?: { readonly min: number; readonly max: number; readonly default?: number };
}

const plain: ReceiptLine = { kind: "text", align: "left", isBold: false, size: 1, amount: 0, text: "" };

const tags = new Map<string, TagRule>([
  ["left", { apply: (line) => ({ ...line, align: "left" }) }],
  ["center", { apply: (line) => ({ ...line, align: "center" }) }],
  ["right", { apply: (line) => ({ ...line, align: "right" }) }],
  ["bold", { apply: (line) => ({ ...line, isBold: true }) }],
  ["size", { apply: (line, size) => ({ ...line, size }), amount: { min: 1, max: 6 } }],
  ["code128", kind("code128", { min: 1, max: 255, default: 80 })],
  ["ean13", kind("ean13", { min: 1, max: 255, default: 80 })],
  ["qr", kind("qr", { min: 1, max: 8, default: 5 })],
  ["datamatrix", kind("datamatrix", { min: 2, max: 8, default: 5 })],
  ["feed", kind("feed", { min: 1, max: 20, default: 1 })],
  ["cut", kind("cut")],
]);

function kind(name: ReceiptLine["kind"], amount?: NonNullable<TagRule["amount"]>): TagRule {
  const apply: Tag = (line, number) => {
    if (line.kind !== "text") {
      throw markupError(
        msg("[{first}] and [{second}] cannot be combined", {
          first: line.kind,
          second: name,
        }),
      );
    }
    return { ...line, kind: name, amount: number };
  };
  return amount === undefined ? { apply } : { apply, amount };
}

/**
 * Parses the markup of ESC/POS and Star templates. Each line has any number of tags in square brackets, then its text.
 * Tags apply to their own line. `[[` at the beginning of a text is one bracket. Throws Invalid for any other form.
 *
 * The npm package receiptline is not used: its markup gives `{`, `|`, `_`, `"`, `^` and others a meaning in text, so
 * `{{code}}` would be a property and each value would need a second escaping. It also writes the printer's bytes itself
 * instead of node-thermal-printer.
 */
export function parseReceipt(template: string): ReceiptLine[] {
  return splitLines(template).map((line, index) => withLineNumber(index + 1, () => parseLine(line)));
}

function parseLine(written: string): ReceiptLine {
  const tag = /\s*\[(?!\[)([^\]]*\]?)\s*/y;
  let line = plain;
  let end = 0;
  for (let found = tag.exec(written); found !== null; found = tag.exec(written)) {
    line = applyTag(found[1] ?? "", line);
    end = tag.lastIndex;
  }
  const rest = written.slice(end);
  const text = rest.startsWith("[[") ? rest.slice(1) : rest;
  assertLine(line, text, written);
  return { ...line, text };
}

function applyTag(tag: string, line: ReceiptLine): ReceiptLine {
  const [, name = "", digits] = /^\s*([a-z0-9]+)(?:\s+(\d{1,4}))?\s*\]$/i.exec(tag) ?? [];
  const rule = tags.get(name.toLowerCase());
  const amount = digits === undefined ? (rule?.amount?.default ?? 0) : Number(digits);
  const { min, max } = rule?.amount ?? { min: 0, max: 0 };
  const hasUnexpectedNumber = rule?.amount === undefined && digits !== undefined;
  if (rule === undefined || hasUnexpectedNumber || amount < min || amount > max) {
    const valid =
      "[bold], [size 1–6], [left], [center], [right], [code128 1–255], [ean13 1–255], [qr 1–8], [datamatrix 2–8], [feed 1–20], [cut]";
    const excerpt = `[${tag.slice(0, 40)}`;
    throw markupError(msg("{excerpt} is not a valid tag. Valid tags are {valid}", { excerpt, valid }));
  }
  return rule.apply(line, amount);
}

/** Whether a line is a bar code or a two-dimensional code. */
const isCode = ({ kind }: ReceiptLine) => !["text", "feed", "cut"].includes(kind);

function assertLine(line: ReceiptLine, text: string, written: string): void {
  const isEmpty = text.trim() === "";
  if (isCode(line) && isEmpty) {
    throw markupError(msg("[{kind}] needs data after it", { kind: line.kind }));
  }
  if ((line.kind === "feed" || line.kind === "cut") && !isEmpty) {
    throw markupError(msg("[{kind}] takes no text", { kind: line.kind }));
  }
  if (line.kind !== "text" && (line.isBold || line.size > 1)) {
    throw markupError(
      msg("[bold] and [size] are for text only: {line}", {
        line: written.slice(0, 60),
      }),
    );
  }
}

function markupError(text: Message): Error {
  return templateError(msg("{text}.", { text }));
}
