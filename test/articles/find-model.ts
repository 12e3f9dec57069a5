import { fold } from "../../src/domain/text-folding.ts";
import type { Article } from "../../src/web/api/types/endpoints.d.ts";

export type TextField = "name" | "code" | "serialNumber" | "rfId";
export type Search = readonly [path: string, query: string, field: TextField];

export const SEARCHES: readonly Search[] = [
  ["findByName", "name", "name"],
  ["findByCode", "code", "code"],
  ["findBySerialNo", "SerialNo", "serialNumber"],
  ["findByRFID", "RfId", "rfId"],
];
export const TEXT_OPERATORS = ["Equals", "NotEquals", "Contains", "StartsWith", "EndsWith"] as const;
export type TextOperator = (typeof TEXT_OPERATORS)[number];

/** Names that have broken searches: accents, wildcards, quotes, text that folds to more letters, emoji. */
export const ODD = [
  "Židle ŽIDLE žiDle",
  "50% sleva_na *vše*",
  `O'Brien "the" \\ back`,
  "Straße STRASSE ßtraße",
  "Łódź Đorđe Ærøskøbing œuvre ırmak İzmir",
  "ΟΔΟΣ οδός",
  "😀😁 smích 😂",
  "👩‍👩‍👧 rodina",
  "日本語 の 棚",
  "한국어 선반",
  "ﬁnále Ⅳ ① ½",
  "a",
  "ab",
  "é",
  "NEAR(a b) AND nameFolded:x OR -y",
  "tab\tinside",
  "two  blanks",
  "--; DROP TABLE article",
  "0",
  "\uffff end",
  "e\u0301 combining",
  "x".repeat(200),
];

/** The rules of the decisions, in plain JavaScript. */
export function isFound(own: string | null, operator: TextOperator, wanted: string): boolean {
  if (own === null) return operator === "NotEquals";
  const [text, value] = [fold(own), fold(wanted.trim())];
  switch (operator) {
    case "Equals":
      return text === value;
    case "NotEquals":
      return text !== value;
    case "Contains":
      return text.includes(value);
    case "StartsWith":
      return text.startsWith(value);
    case "EndsWith":
      return text.endsWith(value);
  }
}

/** By the folded name in the order of code points, then oid. */
export function byName(a: Article, b: Article): number {
  return Buffer.compare(Buffer.from(fold(a.name)), Buffer.from(fold(b.name))) || a.oid - b.oid;
}
