import { type Message, msg } from "../../domain/message.ts";

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
