import { fold } from "../../domain/text-folding.ts";
import type { StoredArticle } from "./reference-shapes.ts";

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

/** The search text of an article: code, name, serial number and RFID text, folded and separated by tabs. */
function lineOf({ code, name, serialNumber, rfId }: StoredArticle): string {
  return [code, name, serialNumber, rfId].map((text) => fold(text ?? "").replace(/\s/g, " ")).join("\t");
}

/** The keys of an article, by priority: code, serial number, RFID text. */
export function keysOf({ code, serialNumber, rfId }: StoredArticle): readonly string[] {
  const keys: string[] = [];
  if (code !== null) keys.push(`c${code}`);
  if (serialNumber !== null) keys.push(`s${fold(serialNumber)}`);
  if (rfId !== null) keys.push(`r${fold(rfId)}`);
  return keys;
}

/** The keys that match a scanned text, by priority. */
export function searchKeysOf(text: string): readonly string[] {
  const folded = fold(text);
  return [`c${text}`, `s${folded}`, `r${folded}`];
}

/** FNV-1a, 32 bits. Two keys may have the same hash, so matches are compared. */
export function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
