/// <reference path="./gs1-parser.d.ts" />

import { parseBarcode } from "gs1-barcode-parser-mod";
import { trimCharacters } from "../trim-characters.ts";
import { elementsOfLink, type Gs1Element } from "./gs1-link.ts";
import { beginsWithProduct, hasCheckDigit } from "./gtin.ts";

// GS1 element strings and Digital Link URIs (GS1 General Specifications; GS1 Digital Link Standard: URI Syntax). A library knows the
// application identifiers (AI) and their lengths; here are the forms in which scanners send them, and the checks of the values.

/** The data of a GS1 code. */
export type Gs1Data = NonNullable<ReturnType<typeof gs1Of>>;

/** FNC1 as scanners send it. */
const GS = "\u001d";
// GS1-128, GS1 DataMatrix, GS1 QR Code, GS1 DataBar, GS1 DotCode.
const GS1_SYMBOLOGY = /^\](?:C1|d2|Q3|e0|J1)/;
const SYMBOLOGY = /^\][A-Za-z][0-9A-Z]/;
const BRACKETS = /^\(\d{2,4}\)/;
const LINK = /^https?:\/\//i;

/** Reads a text that is a GS1 code by its form: a symbology identifier, FNC1, brackets, or a Digital Link. Null: none, or invalid. */
export function readGs1(text: string): Gs1Data | null {
  const isMarked = GS1_SYMBOLOGY.test(text);
  const body = withoutSeparators(text.replace(SYMBOLOGY, "").trim());
  if (LINK.test(body)) return gs1Of(elementsOfLink(body));
  if (isMarked || BRACKETS.test(body) || text.includes(GS)) return gs1Of(parsed(body));
  return null;
}

/**
 * Reads an element string without a mark, as cameras and some scanners send it: it begins with a GTIN or a returnable asset whose
 * check digit is right. Only a guess: a longer number may begin so too.
 */
export function guessGs1(text: string): Gs1Data | null {
  return beginsWithProduct(text) || /^80030\d{13}/.test(text) ? gs1Of(parsed(text)) : null;
}

/** The individual asset (AI 8004) of a text that may be one without a mark; null: none. It has no check digit. */
export function guessAsset(text: string): string | null {
  return text.startsWith("8004") ? (gs1Of(parsed(text))?.individualAsset ?? null) : null;
}

/** Separators at the start and the end carry no data. */
const withoutSeparators = (text: string) => trimCharacters(text, "\u001d");

function parsed(body: string): readonly Gs1Element[] | null {
  try {
    return parseBarcode(`]C1${body}`).parsedCodeItems.map(({ ai, raw }) => ({ ai, value: raw }));
  } catch (error) {
    // The library throws texts.
    if (typeof error !== "string") throw error;
    return null;
  }
}

// The characters of GS1 values (General Specifications 7.11), without brackets that would read as an AI.
const VALUE = /^[!-#%-?A-Z_a-z]+$/;

const CHECKS: Readonly<Record<string, (value: string) => boolean>> = {
  "00": (value) => /^\d{18}$/.test(value) && hasCheckDigit(value),
  "01": (value) => /^\d{14}$/.test(value) && hasCheckDigit(value),
  "02": (value) => /^\d{14}$/.test(value) && hasCheckDigit(value),
  "10": (value) => value.length <= 20,
  "17": (value) => dayOf(value) !== null,
  "21": (value) => value.length <= 20,
  "30": (value) => /^\d{1,8}$/.test(value),
  "37": (value) => /^\d{1,8}$/.test(value),
  "8003": (value) => /^0\d{13}/.test(value) && value.length <= 30 && hasCheckDigit(value.slice(1, 14)),
  "8004": (value) => value.length <= 30,
};

function isValid({ ai, value }: Gs1Element): boolean {
  return VALUE.test(value) && !/\(\d{2,4}\)/.test(value) && (CHECKS[ai]?.(value) ?? true);
}

/** The data of these elements; null: none, or invalid. */
export function gs1Of(elements: readonly Gs1Element[] | null) {
  if (elements === null || elements.length === 0 || !elements.every(isValid)) return null;
  const values = new Map(elements.map(({ ai, value }) => [ai, value]));
  // The same element twice must have the same value.
  if (elements.some(({ ai, value }) => values.get(ai) !== value)) return null;
  const value = (ai: string) => values.get(ai) ?? null;
  const quantity = Number(value("30") ?? value("37") ?? 0);
  return {
    elements: Array.from(values, ([ai, text]) => ({ ai, value: text })),
    /** All elements in brackets: `(01)04006381333931(21)A1`. */
    text: Array.from(values, ([ai, text]) => `(${ai})${text}`).join(""),
    /** AI 01, 14 digits; else AI 02, the trade items in a logistic unit. */
    gtin: value("01") ?? value("02"),
    /** AI 00, 18 digits. */
    sscc: value("00"),
    /** AI 10. */
    lot: value("10"),
    /** AI 17, YYYY-MM-DD. */
    expiry: dayOf(value("17") ?? ""),
    /** AI 21. */
    serial: value("21"),
    /** AI 8003: a returnable asset, with its serial number. */
    returnableAsset: value("8003"),
    /** AI 8004: an individual asset. */
    individualAsset: value("8004"),
    /** AI 30 or 37. */
    quantity: quantity > 0 ? quantity : null,
    /** The quantity counts packs of the GTIN (AI 37), not pieces (AI 30). */
    isInPacks: !values.has("30"),
  };
}

/** The day of YYMMDD; day 00 is the last of the month. The century is the one within 50 years of today (7.12 of the specifications). */
function dayOf(text: string): string | null {
  const [, year = "", month = "", day = ""] = /^(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  if (month < "01" || month > "12") return null;
  const now = new Date().getUTCFullYear();
  const nearest = [-100, 0, 100]
    .map((step) => now - (now % 100) + Number(year) + step)
    .find((full) => full - now > -50 && full - now <= 50);
  if (nearest === undefined) return null;
  const last = new Date(Date.UTC(nearest, Number(month), 0)).getUTCDate();
  if (Number(day) > last) return null;
  return `${nearest}-${month}-${day === "00" ? last : day}`;
}
