import type { BoxElement, LayoutElement, LayoutProblem, Symbology } from "../../../domain/label-layout.ts";
import { type Message, msg } from "../../../domain/message.ts";
import { number, t } from "../../i18n/translate.ts";

/** Names of the kinds of codes. Most are the same in each language. */
export const SYMBOLOGY_NAMES: Readonly<Record<Symbology, string>> = {
  code128: "Code 128",
  code39: "Code 39",
  ean13: "EAN-13",
  ean8: "EAN-8",
  qr: "QR",
  datamatrix: "DataMatrix",
  "gs1-128": "GS1-128",
  "gs1-datamatrix": "GS1 DataMatrix",
};

const THIN_MM = 2;
const MAX_SHOWN = 40;

/** A box without an inside is a line. */
export const isLine = ({ widthMm, heightMm, strokeMm, isFilled }: BoxElement) =>
  (isFilled || Math.min(widthMm, heightMm) <= 2 * strokeMm) && Math.min(widthMm, heightMm) <= THIN_MM;

/** The name of an element in lists, with its content. */
export function nameOf(element: LayoutElement): string {
  switch (element.kind) {
    case "text":
      return t(msg("Text: {text}"), { text: shortened(element.text) });
    case "code":
      return `${SYMBOLOGY_NAMES[element.symbology]}: ${shortened(element.text)}`;
    case "picture":
      return t(msg("Picture"));
    case "box":
      return t(isLine(element) ? msg("Line") : element.isFilled ? msg("Filled box") : msg("Box"));
  }
}

/** The place of an element, and how it is turned. */
export function placeText({ x, y, rotation }: LayoutElement): string {
  const place = t(msg("{x} mm from the left, {y} mm from the top"), { x: number(x), y: number(y) });
  return rotation === 0 ? place : `${place}, ${rotation}°`;
}

const shortened = (text: string) =>
  text.trim() === ""
    ? "–"
    : text.length > MAX_SHOWN
      ? `${text.slice(0, MAX_SHOWN).trimEnd()}…`
      : text.replace(/\s+/g, " ");

const OF_GTIN = /\{\{\s*(?:gtin|ean|gs1)\s*\}\}/i;

/** What is wrong with an element, and what to do. */
export function problemText(problem: LayoutProblem, element: LayoutElement): string {
  const isOfGtin = problem === "empty" && "text" in element && OF_GTIN.test(element.text);
  return t(
    isOfGtin
      ? msg(
          "There is nothing to print: the article has no EAN or UPC among its additional codes. A code with a wrong check digit is none.",
        )
      : PROBLEMS[problem],
  );
}

const PROBLEMS: Readonly<Record<LayoutProblem, Message>> = {
  textCut: msg("The text does not fit and is cut. Enlarge its box or choose smaller letters."),
  empty: msg("There is nothing to print."),
  outside: msg("It lies partly outside the label."),
  codeDoesNotFit: msg("The code does not fit into its box. Enlarge the box or shorten the content."),
  invalidContent: msg("This kind of code cannot hold this content."),
  unknownPlaceholder: msg("It has a placeholder that does not exist."),
};
