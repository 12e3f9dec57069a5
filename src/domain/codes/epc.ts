import { trimEndCharacters } from "../trim-characters.ts";
import { EPC_SCHEMES, type EpcScheme, PREFIX_SIZES } from "./epc-schemes.ts";
import { withCheckDigit } from "./gtin.ts";

// What RFID tags contain, as readers send it: hexadecimal digits of the EPC memory, or an EPC URI.

/** An EPC with what it means. */
export interface Epc {
  /** The normal form: upper-case hexadecimal digits, or the URI. */
  readonly text: string;
  /** The other forms of the same EPC: its EPC Tag URI and its Pure Identity URI. */
  readonly otherForms: readonly string[];
  /** The GS1 elements that it stands for; empty: not GS1's, or unknown. */
  readonly elements: readonly { readonly ai: string; readonly value: string }[];
}

// 96 to 496 bits, in words of 16.
const HEX = /^(?:[0-9A-F]{4}){6,31}$/;
const URI = /^urn:epc:(id|tag|raw):(.+)$/i;

/** The normal form of an EPC; null: none. Spaces and `0x` are left out. */
export function epcText(text: string): string | null {
  const trimmed = text.trim();
  const [, kind, rest] = URI.exec(trimmed) ?? [];
  if (kind !== undefined && rest !== undefined) {
    if (kind.toLowerCase() === "raw") return hexOf(/^\d+\.x([0-9A-F]+)$/i.exec(rest)?.[1] ?? "");
    const [, scheme = "", fields = ""] = /^([^:]+):(.+)$/.exec(rest) ?? [];
    return fields === "" ? null : `urn:epc:${kind.toLowerCase()}:${scheme.toLowerCase()}:${fields}`;
  }
  return hexOf(trimmed.replace(/^0x/i, "").replace(/\s/g, ""));
}

function hexOf(digits: string): string | null {
  const hex = digits.toUpperCase();
  return HEX.test(hex) ? hex : null;
}

/** Reads an EPC; null: the text is none. */
export function readEpc(given: string): Epc | null {
  const text = epcText(given);
  if (text === null) return null;
  const isUri = text.startsWith("urn:");
  const fields = isUri ? fieldsOfUri(text) : fieldsOfBits(text);
  if (fields === null) return { text, otherForms: [], elements: [] };
  const { name, filter, prefix, reference, serial } = fields;
  const key = name.replace(/-\d+$/, "");
  const parts = [
    prefix,
    ...(reference === null ? [] : [escaped(reference)]),
    ...(serial === null ? [] : [escaped(serial)]),
  ];
  const identity = `urn:epc:id:${key}:${parts.join(".")}`;
  const tag = filter === null ? [] : [`urn:epc:tag:${name}:${[filter, ...parts].join(".")}`];
  const otherForms = [...tag, identity].filter((form) => form !== text);
  return { text, otherForms, elements: elementsOf(key, prefix, reference ?? "", serial) };
}

/** The fields of an encoding. `filter` null: a Pure Identity URI has none. */
interface Fields {
  readonly name: string;
  readonly filter: number | null;
  readonly prefix: string;
  readonly reference: string | null;
  readonly serial: string | null;
}

function fieldsOfBits(hex: string): Fields | null {
  const scheme = EPC_SCHEMES.find(({ header }) => header === Number.parseInt(hex.slice(0, 2), 16));
  const bits = Array.from(hex, (digit) => Number.parseInt(digit, 16).toString(2).padStart(4, "0")).join("");
  const [prefixBits, prefixDigits] = PREFIX_SIZES[Number.parseInt(bits.slice(11, 14), 2)] ?? [];
  if (scheme === undefined || prefixBits === undefined || prefixDigits === undefined) return null;
  const { name, sharedBits, sharedDigits, serialBits, isText } = scheme;
  const end = 14 + sharedBits + serialBits;
  // The bits after the fields are zero: the tag holds whole words.
  if (bits.length < end || bits.slice(end).includes("1")) return null;
  const [prefix, reference, serial] = [
    digitsOf(bits.slice(14, 14 + prefixBits), prefixDigits),
    referenceOf(bits.slice(14 + prefixBits, 14 + sharedBits), sharedDigits, prefixDigits, isText),
    serialBits === 0 ? null : serialOf(bits.slice(14 + sharedBits, end), isText),
  ];
  if (prefix === null || reference === undefined || serial === undefined) return null;
  if (sharedDigits === null && prefixDigits + reference.length > MAX_ASSET_LENGTH) return null;
  return { name, filter: Number.parseInt(bits.slice(8, 11), 2), prefix, reference, serial };
}

/** Undefined: invalid. */
function referenceOf(
  bits: string,
  sharedDigits: EpcScheme["sharedDigits"],
  prefixDigits: number,
  isText: boolean,
): string | undefined {
  if (sharedDigits === null) return serialOf(bits, isText);
  return digitsOf(bits, sharedDigits - prefixDigits) ?? undefined;
}

function serialOf(bits: string, isText: boolean): string | undefined {
  return isText ? (textOf(bits) ?? undefined) : decimalOf(bits);
}

/** A number with leading zeros; null: it has more digits. */
function digitsOf(bits: string, digits: number): string | null {
  const decimal = decimalOf(bits);
  if (digits === 0) return decimal === "0" ? "" : null;
  return decimal.length <= digits ? decimal.padStart(digits, "0") : null;
}

/** A binary number of any length as a decimal one. */
function decimalOf(bits: string): string {
  let digits = [0];
  for (const bit of bits) {
    let carry = Number(bit);
    digits = digits.map((digit) => {
      const doubled = 2 * digit + carry;
      carry = doubled >= 10 ? 1 : 0;
      return doubled % 10;
    });
    if (carry > 0) digits.push(carry);
  }
  return digits.reverse().join("");
}

// The characters of GS1 AI 21 (General Specifications, table 7.11-1).
const SERIAL = /^[!"%-?A-Z_a-z]+$/;

/** Characters of 7 bits, then zeros; null: invalid. */
function textOf(bits: string): string | null {
  const codes = (bits.match(/.{7}/g) ?? []).map((seven) => Number.parseInt(seven, 2));
  const text = trimEndCharacters(String.fromCharCode(...codes), "\0");
  return SERIAL.test(text) ? text : null;
}

function fieldsOfUri(uri: string): Fields | null {
  const [, kind, name = "", rest = ""] = /^urn:epc:(id|tag):([^:]+):(.+)$/.exec(uri) ?? [];
  const isTag = kind === "tag";
  // A Pure Identity URI can be longer than the shortest encoding: text encodings come last.
  const scheme = EPC_SCHEMES.filter((one) =>
    isTag ? one.name === name : one.name.startsWith(`${name}-`),
  ).pop();
  const parts = rest.split(".");
  const filter = isTag ? (parts.shift() ?? "") : null;
  const [prefix = "", reference = "", ...more] = parts;
  const [prefixBits] = PREFIX_SIZES[12 - prefix.length] ?? [];
  if (scheme === undefined || prefixBits === undefined || !/^\d+$/.test(prefix)) return null;
  if (filter !== null && !/^[0-7]$/.test(filter)) return null;
  const { sharedBits, sharedDigits, serialBits, isText } = scheme;
  // Serial numbers can contain dots.
  const serial = serialBits === 0 ? null : unescaped(more.join("."));
  const last = sharedDigits === null ? unescaped([reference, ...more].join(".")) : reference;
  if (last === null || (serial !== null && !fits(serial, serialBits, isText))) return null;
  const isRight =
    sharedDigits === null
      ? fits(last, sharedBits - prefixBits, isText) && prefix.length + last.length <= MAX_ASSET_LENGTH
      : /^\d*$/.test(last) && prefix.length + last.length === sharedDigits;
  if (!isRight || (serialBits === 0 ? sharedDigits !== null && more.length > 0 : serial === null))
    return null;
  return {
    name: scheme.name,
    filter: filter === null ? null : Number(filter),
    prefix,
    reference: last,
    serial,
  };
}

/** Characters of an individual asset with its company prefix at most (AI 8004). */
const MAX_ASSET_LENGTH = 30;

/** Whether a value fits a field of so many bits: text of 7 bits a character, or a number without leading zeros. */
function fits(value: string, bits: number, isText: boolean): boolean {
  if (isText) return SERIAL.test(value) && 7 * value.length <= bits;
  const most = decimalOf("1".repeat(bits));
  if (!/^(?:0|[1-9]\d*)$/.test(value) || value.length > most.length) return false;
  return value.length < most.length || value <= most;
}

/** Characters that have a meaning in URIs are percent-encoded. */
const escaped = (text: string) =>
  text.replace(/["%&/<>?]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Null: characters that must be percent-encoded are not. */
function unescaped(text: string): string | null {
  return /["&/<>?]|%(?![0-9A-F]{2})/i.test(text)
    ? null
    : text.replace(/%([0-9A-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** The GS1 elements of a key. The first digit of some references is written before the company prefix. */
function elementsOf(key: string, prefix: string, reference: string, serial: string | null): Epc["elements"] {
  const leading = withCheckDigit(`${reference.slice(0, 1)}${prefix}${reference.slice(1)}`);
  const plain = withCheckDigit(prefix + reference);
  if (key === "sgtin") return [element("01", leading), ...(serial === null ? [] : [element("21", serial)])];
  if (key === "sscc") return [element("00", leading)];
  if (key === "sgln")
    return [element("414", plain), ...(serial === null || serial === "0" ? [] : [element("254", serial)])];
  if (key === "grai") return [element("8003", `0${plain}${serial ?? ""}`)];
  return [element("8004", prefix + reference)];
}

const element = (ai: string, value: string) => ({ ai, value });
