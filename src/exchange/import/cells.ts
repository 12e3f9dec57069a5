import { type Message, msg } from "../../domain/message.ts";
import { type Cell, plainNumber } from "../tables/cell.ts";
import { LONGEST_PATH, namesInPath } from "./path.ts";

/** A cell's content in the form that the field's schema takes, or what is wrong with it. */
export type Taken =
  | { readonly given: unknown }
  /** `causeWords`: the same without the cell's own content, where `fault` names it. */
  | { readonly fault: Message; readonly causeWords?: Message };

/** Text; a number as it is written, without an exponent. */
export function asText(cell: Cell): Taken {
  return { given: textOf(cell) };
}

/** Text whose leading zeros count: a number would have lost them. */
export function asDigits(cell: Cell): Taken {
  if (typeof cell === "number") {
    return {
      fault: msg(
        "must be text, because a number loses its leading zeros",
        "musí být text, protože číslo ztrácí úvodní nuly",
      ),
    };
  }
  return asText(cell);
}

const CURRENCIES = "Kč|Kc|CZK|korun|koruny|koruna|€|EUR|\\$|USD|£|GBP|zł|PLN|Ft|HUF|CHF";
const UNITS =
  "ks|kus|kusy|kusů|kusu|položka|položky|položek|item|items|pcs|pc|pce|piece|pieces|each|ea|unit|units";
const beside = (words: string) =>
  new RegExp(`^(?:${words})\\.?(?=[\\s\\d.,-])|(?<=[\\s\\d.,–—-])(?:${words})\\.?$`, "giu");
const CURRENCY = beside(CURRENCIES);
const UNIT = beside(UNITS);
/** Marks for no hundredths: `45 990,-`, `45.990,--`, `5 —`. A single hyphen after a number may be a minus. */
const NO_DECIMALS = /^(-?\d+|-?[1-9]\d{0,2}([ .,'])\d{3}(?:\2\d{3})*) ?(?:[.,] ?[-–—]{1,2}|--|[–—])$/;
/** Without groups: `1234,50`, `.5`. */
const PLAIN = /^-?(?:\d+[.,]?\d*|[.,]\d+)$/;
/** Groups of three with one kind of mark between them, and another mark before the decimals: `1 234,50`. */
const GROUPED = /^-?[1-9]\d{0,2}([ .,'])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d*)?$/;

/** A number as `asNumber`, with a known currency before or after it: `45 990,-`, `2 350,00 Kč`, `CZK 12.50`. */
export function asPrice(cell: Cell): Taken {
  return typeof cell === "string" ? asNumber(withoutWords(cell, CURRENCY)) : asNumber(cell);
}

/** A number as `asNumber`, with a word for pieces beside it: `1 ks`, `3 pcs`. */
export function asQuantity(cell: Cell): Taken {
  return typeof cell === "string" ? asNumber(withoutWords(cell, UNIT)) : asNumber(cell);
}

function withoutWords(text: string, words: RegExp): string {
  const number = withPlainMarks(text.trim().replace(words, ""));
  const whole = NO_DECIMALS.exec(number)?.[1];
  return whole === undefined ? number : whole.replace(/[^-\d]/g, "");
}

/** One plain space for any white space, a straight apostrophe for a curved one. */
function withPlainMarks(text: string): string {
  return text.trim().replace(/\s+/g, " ").replaceAll("’", "'").replace(/^- /, "-");
}

/** A number: `1 234,50`, `1,234.50`, `1234.5`. Dates and several numbers in one cell are none. */
export function asNumber(cell: Cell): Taken {
  if (typeof cell === "number") return { given: Number(plainNumber(cell)) };
  const text = withPlainMarks(textOf(cell));
  // One mark before exactly three digits: thousands or decimals, nobody can tell.
  if (/^-?[1-9]\d{0,2}[.,]\d{3}$/.test(text)) {
    const plain = text.replace(/[.,]/, "");
    return {
      fault: msg(
        `can be read in two ways. Write ${plain} or ${text}0`,
        `lze číst dvěma způsoby. Napište ${plain}, nebo ${text}0`,
      ),
      causeWords: msg(
        "can be read in two ways: as thousands or as decimals",
        "lze číst dvěma způsoby: jako tisíce, nebo jako desetinné číslo",
      ),
    };
  }
  const mark = GROUPED.exec(text)?.[1];
  if (mark === undefined && !PLAIN.test(text)) return { fault: msg("must be a number", "musí být číslo") };
  const digits = mark === undefined ? text : text.replaceAll(mark, "");
  return { given: Number(digits.replace(",", ".")) };
}

/** Whether a text is a number, with or without a currency or a word for pieces, even if it can be read in two ways. */
export function isNumberLike(text: string): boolean {
  return [asPrice(text), asQuantity(text)].some(
    (taken) => "given" in taken || taken.causeWords !== undefined,
  );
}

const YES = new Set(["true", "1", "yes", "y", "x", "ano", "a", "pravda"]);
const NO = new Set(["false", "0", "no", "n", "ne", "nepravda"]);

/** Yes or no, in English or Czech. */
export function asFlag(cell: Cell): Taken {
  if (typeof cell === "boolean") return { given: cell };
  const text = textOf(cell).toLowerCase();
  if (YES.has(text)) return { given: true };
  if (NO.has(text)) return { given: false };
  return { fault: msg("must be yes or no", "musí být ano nebo ne") };
}

/** A list with commas or semicolons between its entries. */
export function asList(cell: Cell): Taken {
  const entries = textOf(cell).split(/[,;]/);
  return { given: entries.map((entry) => entry.trim()).filter((entry) => entry !== "") };
}

/** The names of a location from the root down. */
export function asPath(cell: Cell): Taken {
  const text = textOf(cell);
  if (text.length > LONGEST_PATH) return { fault: msg("is too long", "je příliš dlouhé") };
  return { given: namesInPath(text) };
}

function textOf(cell: Cell): string {
  if (typeof cell === "number") return plainNumber(cell);
  if (typeof cell === "boolean") return cell ? "TRUE" : "FALSE";
  return (cell ?? "").trim();
}
