import { fold } from "../text-folding.ts";
import { epcText } from "./epc.ts";
import { type Gs1Data, readGs1 } from "./gs1.ts";
import { beginsWithProduct, checkedGtin } from "./gtin.ts";
import { type CodeKind, gtinKey } from "./stored-key.ts";

// How a code is compared with others, on the server and on terminals.

/** A code as it is stored. */
export interface NormalisedCode {
  /** As it is shown. */
  readonly code: string;
  /** As it is found: two codes with the same key are the same code. */
  readonly key: string;
  /** What it looks like. */
  readonly kind: CodeKind;
}

/**
 * A code as scanned or typed, normalised. Of GS1 data only what identifies the article stays: lot, expiry and quantity differ from
 * box to box. With a serial number it is that piece's own code.
 */
export function normalisedCode(text: string): NormalisedCode {
  const trimmed = text.trim();
  const gtin = checkedGtin(trimmed);
  if (gtin !== null) return { code: trimmed, key: gtinKey(gtin), kind: "gtin" };
  const gs1 = readGs1(trimmed);
  const identity = gs1 === null ? null : identityOf(gs1);
  if (gs1 !== null && identity !== null) {
    const isProduct = gs1.gtin !== null && identity === gtinKey(gs1.gtin);
    const kind = isProduct ? "gtin" : gs1.serial === null ? "other" : "serial";
    return { code: isProduct ? (gs1.gtin ?? identity) : identity, key: fold(identity), kind };
  }
  // Readers of bar codes that send no mark: such a code may have as many digits as a tag.
  const epc = beginsWithProduct(trimmed) ? null : epcText(trimmed);
  if (epc !== null) return { code: epc, key: fold(epc), kind: "epc" };
  return { code: trimmed, key: fold(trimmed), kind: "other" };
}

/** The key of a code. */
export const codeKey = (text: string): string => normalisedCode(text).key;

/** What a GS1 code identifies, in brackets; null: nothing that an article can have. */
export function identityOf(data: Gs1Data): string | null {
  const { individualAsset, returnableAsset, gtin, serial, sscc } = data;
  if (individualAsset !== null) return `(8004)${individualAsset}`;
  if (returnableAsset !== null) return `(8003)${returnableAsset}`;
  if (gtin !== null) return serial === null ? gtinKey(gtin) : `${gtinKey(gtin)}(21)${serial}`;
  if (sscc !== null) return `(00)${sscc}`;
  return null;
}
