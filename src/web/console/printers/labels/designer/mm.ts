import { roundMm } from "./geometry.ts";

/** The number of millimetres of a typed text, with a comma or a point; null: it is none. */
export function parseMm(text: string): number | null {
  const plain = text.trim().replace(",", ".");
  return /^\d{1,4}(\.\d*)?$|^\.\d+$/.test(plain) ? roundMm(Number(plain)) : null;
}
