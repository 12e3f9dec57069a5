import { splitLines, templateError, withLineNumber } from "./template-text.ts";

/** One line of a receipt template. `text` may hold placeholders; it is data for a bar code. */
export interface ReceiptLine {
  readonly kind: "text" | "code128" | "qr" | "feed" | "cut";
  readonly align: "left" | "center" | "right";
  readonly isBold: boolean;
  /** Letters this many times as wide and high. */
  readonly size: number;
  /** code128: height in dots; qr: dots a module; feed: lines. */
  readonly amount: number;
  readonly text: string;
}

type Tag = (line: ReceiptLine, amount: number) => ReceiptLine;

interface TagRule {
  readonly apply: Tag;
  /** The number after the tag's name: the least, the most, and what holds without one; none where it takes none. */
  readonly amount?: { readonly least: number; readonly most: number; readonly otherwise?: number };
}

const plain: ReceiptLine = { kind: "text", align: "left", isBold: false, size: 1, amount: 0, text: "" };

const tags = new Map<string, TagRule>([
  ["left", { apply: (line) => ({ ...line, align: "left" }) }],
  ["center", { apply: (line) => ({ ...line, align: "center" }) }],
  ["right", { apply: (line) => ({ ...line, align: "right" }) }],
  ["bold", { apply: (line) => ({ ...line, isBold: true }) }],
  ["size", { apply: (line, size) => ({ ...line, size }), amount: { least: 1, most: 6 } }],
  ["code128", kind("code128", { least: 1, most: 255, otherwise: 80 })],
  ["qr", kind("qr", { least: 1, most: 8, otherwise: 5 })],
  ["feed", kind("feed", { least: 1, most: 20, otherwise: 1 })],
  ["cut", kind("cut")],
]);

function kind(name: ReceiptLine["kind"], amount?: NonNullable<TagRule["amount"]>): TagRule {
  const apply: Tag = (line, number) => {
    if (line.kind !== "text") {
      throw markupError(
        `[${line.kind}] and [${name}] do not go together`,
        `[${line.kind}] a [${name}] nejdou spojit`,
      );
    }
    return { ...line, kind: name, amount: number };
  };
  return amount === undefined ? { apply } : { apply, amount };
}

/**
 * The markup of the ESC/POS and Star templates: each line is any number of tags in square brackets, then its text;
 * tags hold for their own line. `[[` at the beginning of a text is one bracket. Throws Invalid for a line that is
 * not of this form.
 *
 * Not npm's receiptline: inside of a text its markup reads `{`, `|`, `_`, `"`, `^` and others, so that `{{code}}` is a
 * property to it and each value would need a second escaping. And it writes a printer's bytes itself, where
 * node-thermal-printer shall.
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
  checkLine(line, text, written);
  return { ...line, text };
}

function applyTag(tag: string, line: ReceiptLine): ReceiptLine {
  const [, name = "", digits] = /^\s*([a-z0-9]+)(?:\s+(\d{1,4}))?\s*\]$/i.exec(tag) ?? [];
  const rule = tags.get(name.toLowerCase());
  const amount = digits === undefined ? (rule?.amount?.otherwise ?? 0) : Number(digits);
  const { least, most } = rule?.amount ?? { least: 0, most: 0 };
  const isUnwanted = rule?.amount === undefined && digits !== undefined;
  if (rule === undefined || isUnwanted || amount < least || amount > most) {
    const valid =
      "[bold], [size 1–6], [left], [center], [right], [code128 1–255], [qr 1–8], [feed 1–20], [cut]";
    const shown = `[${tag.slice(0, 40)}`;
    throw markupError(
      `${shown} is not known. Valid are ${valid}`,
      `${shown} není známo. Platné jsou ${valid}`,
    );
  }
  return rule.apply(line, amount);
}

function checkLine(line: ReceiptLine, text: string, written: string): void {
  const isEmpty = text.trim() === "";
  if ((line.kind === "code128" || line.kind === "qr") && isEmpty) {
    throw markupError(`[${line.kind}] needs its data behind it`, `[${line.kind}] potřebuje za sebou data`);
  }
  if ((line.kind === "feed" || line.kind === "cut") && !isEmpty) {
    throw markupError(`[${line.kind}] takes no text`, `[${line.kind}] nemá text`);
  }
  if (line.kind !== "text" && (line.isBold || line.size > 1)) {
    throw markupError(
      `[bold] and [size] are for text only: ${written.slice(0, 60)}`,
      `[bold] a [size] jsou jen pro text: ${written.slice(0, 60)}`,
    );
  }
}

function markupError(en: string, cs: string): Error {
  return templateError(`${en}.`, `${cs}.`);
}
