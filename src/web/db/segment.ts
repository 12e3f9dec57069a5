import type { LookUp, LookUpField } from "../../domain/codes/scan-steps.ts";
import { storedKey } from "../../domain/codes/stored-key.ts";
import { fold } from "../../domain/text-folding.ts";
import { searchedValues } from "../../domain/word-search.ts";
import type { StoredArticle } from "./outbox-shapes.ts";

// Articles are stored in segments. A cheap phone needs a minute to write 100 000 single records with an
// index, and ten seconds for segments. The search keys are small, and held in memory.

/** The segment of an article. */
export const segmentOf = (oid: number) => Math.floor(oid / WIDTH);
const WIDTH = 128;

/** A stored segment: its articles as JSON, which is much faster to read than as many objects. */
export interface StoredSegment {
  readonly articles: string;
}

/** The search keys of a segment. */
export interface StoredKeys {
  /** The hash of each key. */
  readonly hashes: Uint32Array;
  /** The search text of each article, one line each, in their order. */
  readonly lines: string;
}

/** The articles of a segment. */
export function articlesIn(segment: StoredSegment | undefined): StoredArticle[] {
  // Only a list of articles is written there.
  return segment === undefined ? [] : (JSON.parse(segment.articles) as StoredArticle[]);
}

/** Packs articles into a segment with its search keys. */
export function packed(articles: readonly StoredArticle[]): { segment: StoredSegment; keys: StoredKeys } {
  const hashes = articles.flatMap((article) => keysOf(article).map(hashOf));
  const lines = articles.map(lineOf).join("\n");
  return {
    segment: { articles: JSON.stringify(articles) },
    keys: { hashes: Uint32Array.from(hashes), lines },
  };
}

/**
 * The search text of an article: code, name, serial number, RFID text, supplier, custom values and additional codes, folded and
 * separated by tabs. Invoice numbers are not on terminals.
 */
function lineOf({
  code,
  name,
  serialNumber,
  rfId,
  supplier = "",
  fields = {},
  codes = [],
}: StoredArticle): string {
  const texts = [code, name, serialNumber, rfId, supplier, ...searchedValues(fields)].map((text) =>
    fold(text ?? ""),
  );
  return [...texts, ...codes.map((one) => storedKey(one.code))]
    .map((text) => text.replace(/\s/g, " "))
    .join("\t");
}

const FIELDS: Readonly<Record<LookUpField, string>> = { code: "c", additional: "x", serial: "s", rfId: "r" };

/** The key of a look-up. */
export const keyOf = ({ field, text }: LookUp) => FIELDS[field] + text;

/** The keys of an article: code, additional codes, serial number, RFID text. */
export function keysOf({ code, serialNumber, rfId, codes = [] }: StoredArticle): readonly string[] {
  const keys: string[] = [];
  if (code !== null) keys.push(`c${code}`);
  for (const one of codes) keys.push(`x${storedKey(one.code)}`);
  if (serialNumber !== null) keys.push(`s${fold(serialNumber)}`);
  if (rfId !== null) keys.push(`r${fold(rfId)}`);
  return keys;
}

/** FNV-1a, 32 bits. Two keys may have the same hash, so matches are compared. */
export function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
