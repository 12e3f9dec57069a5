import { type Message, msg } from "../../domain/message.ts";
import { LAYOUTS, type Layout, readings } from "./layouts.ts";
import type { Captured } from "./wedge.ts";

/** A scan with its possible readings. */
export interface Scan extends Captured {
  /** The likeliest text, stored where the code is unknown. */
  readonly text: string;
  /**
   * The texts to look up, the likeliest first: corrected, as typed, one half where the scanner sends
   * everything twice, and as other layouts explain it. Never empty.
   */
  readonly candidates: readonly string[];
  /** The candidates without the halves. */
  readonly wholes: readonly string[];
  readonly aim: Aim | null;
  /** The text consists of two equal halves. */
  readonly isDoubled: boolean;
  /** The layout that the text was corrected for. */
  readonly layout: Layout | null;
  /** Layouts that would make a valid code of a strange text. */
  readonly suspects: readonly Suspect[];
  /** With the part of a code that came just before. */
  readonly joined?: Scan;
}

/** The circumstances of a scan. */
export interface ScanContext {
  readonly layout: Layout | null;
  /** The previous scan was doubled too, so short halves are accepted as well. */
  readonly isScannerDoubling: boolean;
  readonly isAndroid: boolean;
  /** The GS1 data of a text, in brackets; null: none. */
  readonly gs1Of?: (text: string) => string | null;
}

// Shorter codes with two equal halves are valid codes, such as 1212.
const MIN_HALF = 4;

// A slower pace is typing, and the user sees the result.
const TYPING_MS = 100;

/** Interprets a captured scan; null: only control characters and spaces. */
export function meaningOf(captured: Captured, context: ScanContext): Scan | null {
  const { raw } = captured;
  // Camera scans don't pass a keyboard: no layout changes them, nothing doubles them.
  const isTyped = captured.ending !== "camera";
  const layout = isTyped ? context.layout : null;
  const halfText = isTyped ? halfOf(raw) : null;
  const acceptedHalf =
    halfText !== null && (context.isScannerDoubling || halfText.length >= MIN_HALF) ? halfText : null;
  const isHandTyped = captured.longestGap > TYPING_MS;
  const texts = isHandTyped ? [...variants(raw, layout)].reverse() : variants(raw, layout);
  // GS1 data with a mark. Without one, the look-up itself tries them.
  const gs1 = rawVariants(raw, layout).map((one) => context.gs1Of?.(one.trim()) ?? null);
  const isGs1 = gs1.some((one) => one !== null);
  const [text] = [...gs1.filter((one) => one !== null), ...texts];
  if (text === undefined) return null;
  const layoutSuspects = isTyped && layout === null && !isGs1 ? suspects(text, context.isAndroid) : [];
  const halves = acceptedHalf === null ? [] : variants(acceptedHalf, layout);
  const suspected = layoutSuspects.map((suspect) => suspect.text);
  return {
    ...captured,
    text,
    candidates: [...new Set([text, ...texts, ...halves, ...suspected])],
    wholes: [...new Set([text, ...texts, ...suspected])],
    aim: aimOf(corrected(raw, layout).trim()),
    isDoubled: halfText !== null,
    layout,
    suspects: layoutSuspects,
  };
}

/** One of two equal halves; null: no such halves. */
export function halfOf(raw: string): string | null {
  const length = raw.length / 2;
  return length >= 1 && raw.slice(0, length) === raw.slice(length) ? raw.slice(0, length) : null;
}

function corrected(raw: string, layout: Layout | null): string {
  return layout === null ? raw : (readings(layout, raw, 1)[0] ?? raw);
}

function variants(raw: string, layout: Layout | null): readonly string[] {
  return [...new Set(rawVariants(raw, layout).map(withoutControls))].filter((text) => text !== "");
}

const rawVariants = (raw: string, layout: Layout | null) =>
  layout === null ? [raw] : [...readings(layout, raw), raw];

/**
 * Removes the AIM identifier, surrounding spaces and control characters. All data stays: of element strings
 * that are not valid GS1 data only the separator (GS, 0x1d) is removed.
 */
function withoutControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is to be taken out
  const visible = text.replace(/[\x00-\x1f\x7f-\x9f\ufeff]/g, "").trim();
  const aim = aimOf(visible);
  return (aim === null ? visible : visible.slice(aim.id.length)).trim();
}

/** The AIM identifier `]c1` that a scanner can put before the data: the symbology (ISO/IEC 15424). */
export interface Aim {
  readonly id: string;
  readonly name: Message;
}

const DIGITS = "0123456789";

// By code character: the modifiers of the standard, the name, and the modifier of GS1 data.
const KINDS: Readonly<Record<string, readonly [modifiers: string, name: string, gs1?: string]>> = {
  A: ["01234567", "Code 39"],
  B: ["01234", "Telepen"],
  C: ["0124", "Code 128", "1"],
  E: ["01234", "EAN / UPC"],
  F: ["0124", "Codabar"],
  G: [`${DIGITS}ABCDEFGHIJKLMNOPQRSTUVWXYZ`, "Code 93"],
  H: ["013", "Code 11"],
  I: ["013", "Interleaved 2 of 5"],
  K: ["0124", "Code 16K"],
  L: ["012345", "PDF417"],
  M: ["01", "MSI"],
  O: ["01456", "Codablock"],
  P: ["0", "Plessey"],
  Q: ["0123456", "QR", "3"],
  R: ["013", "Straight 2 of 5"],
  S: ["0", "Straight 2 of 5"],
  T: ["0124", "Code 49"],
  U: ["0123", "MaxiCode"],
  X: [`${DIGITS}ABCDEF`, "other"],
  d: ["0123456", "Data Matrix", "2"],
  e: ["0123", "GS1 DataBar", "0"],
  z: [`${DIGITS}ABC`, "Aztec"],
};

/** The AIM identifier at the start of a scan; null: none. */
export function aimOf(text: string): Aim | null {
  const [, letter = "", modifier = ""] = /^\]([A-Za-z])([0-9A-Z])/.exec(text) ?? [];
  const [modifiers, name, gs1] = KINDS[letter] ?? [];
  if (modifiers === undefined || name === undefined || !modifiers.includes(modifier)) return null;
  if (name === "other") return { id: `]${letter}${modifier}`, name: msg("another kind") };
  const fullName = modifier === gs1 && !name.startsWith("GS1") ? `GS1 ${name}` : name;
  return { id: `]${letter}${modifier}`, name: msg("{name}", { name: fullName }) };
}

/** A layout that explains a strange scan, and the text in it. */
interface Suspect {
  readonly layout: Layout;
  readonly text: string;
}

const PLAIN = /^[A-Za-z0-9][A-Za-z0-9 ._/-]*$/;
const FOREIGN = /[^\x20-\x7e]/;
// Three of the characters that a French keyboard has in place of digits.
const SIGNS = /(?:[&"'()=!;:%+*$^].*){3}/;

const isQwerty = ({ id }: Layout) => id.endsWith("-qwerty");
const QWERTY_FIRST = [...LAYOUTS].sort((a, b) => Number(isQwerty(b)) - Number(isQwerty(a)));

/**
 * The layouts in which a strange scan becomes a plain code with digits: `INV=ééé+` is `INV-0001` typed on a
 * Czech keyboard. Empty for an ordinary code, also for one with letters such as Ř. Of layouts with the same
 * text the likelier one is returned: Android's Czech and Slovak keyboards are QWERTY, those of computers
 * QWERTZ.
 */
export function suspects(text: string, isAndroid: boolean): readonly Suspect[] {
  if (PLAIN.test(text) || !(FOREIGN.test(text) || SIGNS.test(text))) return [];
  const found: Suspect[] = [];
  for (const layout of isAndroid ? QWERTY_FIRST : LAYOUTS) {
    const [reading = ""] = readings(layout, text, 1);
    const isPlain = PLAIN.test(reading) && /[0-9]/.test(reading);
    if (isPlain && !found.some((other) => other.text === reading)) found.push({ layout, text: reading });
  }
  return found;
}
