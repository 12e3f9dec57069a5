import { epcText, readEpc } from "../../domain/codes/epc.ts";
import { beginsWithProduct } from "../../domain/codes/gtin.ts";
import type { ReaderFormat } from "../db/values.ts";

// What RFID readers send: typed text, or the objects of a browser that passes an Android intent on.

/** A tag as a reader reports it. */
export interface ReadTag {
  /** In its normal form (domain/codes/epc.ts). */
  readonly epc: string;
  /** The signal in dBm; null: the reader gives none. */
  readonly rssi: number | null;
}

/** The format of a reader that is not set up. */
export const PLAIN_FORMAT: ReaderFormat = { prefix: "", suffix: "", form: "epc" };

const SEPARATORS = /[\s,;|]+/;
const DBM = /^(-\d{1,3}(?:\.\d{1,3})?)(?:dBm)?$/i;

/** The tags of a typed text: one or several with separators, each with or without its signal. Empty: it is another code. */
export function tagsInText(text: string, format: ReaderFormat = PLAIN_FORMAT): readonly ReadTag[] {
  const whole = epcsIn(text, format);
  if (whole.length > 0) return whole.map((epc) => ({ epc, rssi: null }));
  const tags: ReadTag[] = [];
  for (const part of text.split(SEPARATORS)) {
    const epcs = epcsIn(part, format);
    const rssi = signalOf(DBM.exec(part)?.[1]);
    const last = tags[tags.length - 1];
    if (epcs.length > 0) tags.push(...epcs.map((epc) => ({ epc, rssi: null })));
    else if (rssi !== null && last !== undefined) tags[tags.length - 1] = { ...last, rssi };
    else if (part !== "") return [];
  }
  return tags;
}

/** The tags of a text without separators: one, or several where they can be told apart. */
function epcsIn(part: string, { prefix, suffix, form }: ReaderFormat): readonly string[] {
  const text = part.trim();
  if (!text.startsWith(prefix) || !text.endsWith(suffix)) return [];
  const body = text.slice(prefix.length, text.length - suffix.length);
  // Readers type bar codes too.
  if (form === "epc" && beginsWithProduct(body)) return [];
  if (form === "pc" && !body.toLowerCase().startsWith("urn:")) return epcsAfterWords(body.replace(/\s/g, ""));
  const joined = body.match(/.{24}/g) ?? [];
  if (24 * joined.length === body.length && joined.every(isOfGs1))
    return joined.map((one) => one.toUpperCase());
  const epc = epcText(body);
  return epc === null ? [] : [epc];
}

/** Whether these are 96 bits that GS1's encodings explain. Two of them are no encoding of 192 bits: its last bits would be zero. */
const isOfGs1 = (digits: string): boolean =>
  /^[0-9A-F]+$/i.test(digits) && (readEpc(digits)?.elements.length ?? 0) > 0;

/** The tags after their protocol control words. Some readers add a check sum of four digits to each. */
function epcsAfterWords(digits: string): readonly string[] {
  const found = [0, 4].map((more) => allAfterWords(digits, more)).filter((epcs) => epcs !== null);
  const [only, another] = found;
  if (only !== undefined && another === undefined) return only;
  const first = firstAfterWord(digits);
  return first === null ? [] : [first.epc];
}

/** Null: the digits are not such tags with `more` digits after each. */
function allAfterWords(digits: string, more: number): readonly string[] | null {
  const epcs: string[] = [];
  for (let at = 0; at < digits.length; ) {
    const first = firstAfterWord(digits.slice(at));
    if (first === null) return null;
    epcs.push(first.epc);
    at += first.length + more;
    if (at > digits.length) return null;
  }
  return epcs;
}

/** The first five bits of the protocol control word are the words of the EPC (EPC Gen2, 6.3.2.1.2.2). */
function firstAfterWord(digits: string): { readonly epc: string; readonly length: number } | null {
  if (!/^[0-9A-F]{4,}$/i.test(digits)) return null;
  const length = 4 + 4 * (Number.parseInt(digits.slice(0, 4), 16) >> 11);
  const epc = epcText(digits.slice(4, length));
  return epc === null || digits.length < length ? null : { epc, length };
}

function signalOf(value: unknown): number | null {
  const dBm = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof dBm === "number" && dBm >= -130 && dBm <= 20 ? dBm : null;
}

/** The most tags of one call. */
const MAX_TAGS = 5000;

/**
 * The tags of a call of `tallybox.readTags`: texts, or objects with `epc` and, if known, `rssi`; also the JSON text of them, and the
 * argument of `rfid.tagEvent` of Zebra's Enterprise Browser. `rejected`: entries that are no tags.
 */
export function tagsInCall(input: unknown): { readonly tags: readonly ReadTag[]; readonly rejected: number } {
  const list = listOf(input);
  const tags: ReadTag[] = [];
  for (const one of list.slice(0, MAX_TAGS)) {
    const { epc, rssi } = fieldsOf(one);
    const normal = typeof epc === "string" ? epcText(epc) : null;
    if (normal !== null) tags.push({ epc: normal, rssi: signalOf(rssi) });
  }
  return { tags, rejected: list.length - tags.length };
}

function listOf(input: unknown): readonly unknown[] {
  const parsed = typeof input === "string" && /^\s*[[{]/.test(input) ? parsedJson(input) : input;
  if (Array.isArray(parsed)) return parsed;
  const data = isObject(parsed) ? parsed["TagData"] : undefined;
  return Array.isArray(data) ? data : [parsed];
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
}

function fieldsOf(one: unknown): { readonly epc: unknown; readonly rssi: unknown } {
  if (!isObject(one)) return { epc: one, rssi: null };
  return { epc: one["epc"] ?? one["tagID"], rssi: one["rssi"] ?? one["RSSI"] };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;
