import { fold } from "../text-folding.ts";
import { checkedGtin } from "./gtin.ts";

// Without the parser of GS1 data, which clients load when it is needed.

/** What an additional code is. People see it; the search takes no notice of it. */
export const CODE_KINDS = ["gtin", "oldNumber", "serial", "epc", "other"] as const;
export type CodeKind = (typeof CODE_KINDS)[number];

/** The key of a GTIN with 14 digits. */
export const gtinKey = (gtin: string) => `(01)${gtin}`;

/** The key of a code that `normalisedCode` has made. */
export function storedKey(code: string): string {
  const gtin = checkedGtin(code);
  return gtin === null ? fold(code) : gtinKey(gtin);
}
