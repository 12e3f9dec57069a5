import { checkedGtin } from "./gtin.ts";

// GS1 Digital Link URIs: `https://example.org/any/01/04006381333931/21/A1?17=271231`, with any domain and leading path.

/** An element: its application identifier and its value. */
export interface Gs1Element {
  readonly ai: string;
  readonly value: string;
}

/** The keys that a path can begin with. */
const PRIMARY = /^(?:00|01|253|255|401|402|414|417|8003|8004|8006|8010|8013|8017|8018)$/;
/** Names that version 1.0 of the standard permitted in place of numbers. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ["gtin", "01"],
  ["sscc", "00"],
  ["grai", "8003"],
  ["giai", "8004"],
  ["lot", "10"],
  ["ser", "21"],
  ["exp", "17"],
]);

/** The elements of a Digital Link; null: another address. */
export function elementsOfLink(uri: string): readonly Gs1Element[] | null {
  const [, path = "", query = ""] = /^https?:\/\/[^/?#]+([^?#]*)(?:\?([^#]*))?/i.exec(uri) ?? [];
  try {
    const parts = path.split("/").slice(1).map(decodeURIComponent);
    const from = primaryAt(parts);
    if (from === -1) return null;
    const elements: Gs1Element[] = [];
    for (let at = from; at + 1 < parts.length; at += 2)
      elements.push(element(parts[at] ?? "", parts[at + 1] ?? ""));
    for (const pair of query.split(/[&;]/)) {
      const [name = "", value = ""] = pair.split("=").map(decodeURIComponent);
      // Other parameters are the site's own.
      if (/^\d{2,4}$/.test(numberOf(name)) && value !== "") elements.push(element(name, value));
    }
    return elements;
  } catch (error) {
    // A percent sign without two digits.
    if (!(error instanceof URIError)) throw error;
    return null;
  }
}

/** The position of the primary key: the last one with a whole number of pairs after it, as a path may contain numbers before. */
function primaryAt(parts: readonly string[]): number {
  const end = parts[parts.length - 1] === "" ? parts.length - 1 : parts.length;
  for (let at = end - 2; at >= 0; at -= 2) if (PRIMARY.test(numberOf(parts[at] ?? ""))) return at;
  return -1;
}

const numberOf = (name: string) => NAMES.get(name) ?? name;

function element(name: string, value: string): Gs1Element {
  const ai = numberOf(name);
  return { ai, value: ai === "01" ? (checkedGtin(value) ?? value) : value };
}
