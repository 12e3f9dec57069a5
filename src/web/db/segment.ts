import { fold } from "../../domain/text-folding.ts";
import type { StoredArticle } from "./reference-shapes.ts";

// Articles are kept in segments: a hundred thousand records of their own, with an index, take a cheap phone a minute to write,
// as segments ten seconds. What finds them is small, and held in memory.

/** Which segment an article is in. */
export const segmentOf = (oid: number) => Math.floor(oid / WIDTH);
const WIDTH = 128;

/** A segment as it is kept: its articles as JSON, which is read far sooner than as many objects. */
export interface StoredSegment {
  readonly articles: string;
}

/** What finds the articles of a segment. */
export interface StoredKeys {
  /** The hash of each key. */
  readonly hashes: Uint32Array;
  /** Of each article a line, in their order: what it is searched by. */
  readonly lines: string;
}

/** The articles of a segment. */
export function articlesIn(segment: StoredSegment | undefined): StoredArticle[] {
  // Only a list of articles is ever written there.
  return segment === undefined ? [] : (JSON.parse(segment.articles) as StoredArticle[]);
}

/** A segment of these articles, and what finds them. */
export function packed(articles: readonly StoredArticle[]): { segment: StoredSegment; keys: StoredKeys } {
  const hashes = articles.flatMap((article) => keysOf(article).map(hashOf));
  const lines = articles.map(lineOf).join("\n");
  return {
    segment: { articles: JSON.stringify(articles) },
    keys: { hashes: Uint32Array.from(hashes), lines },
  };
}

/** What an article is searched by: code, name, serial number and RFID text, folded, with a tab between them. */
function lineOf({ code, name, serialNumber, rfId }: StoredArticle): string {
  return [code, name, serialNumber, rfId].map((text) => fold(text ?? "").replace(/\s/g, " ")).join("\t");
}

/** By what an article is found, in the order in which it counts: its code, its serial number, its RFID text. */
export function keysOf({ code, serialNumber, rfId }: StoredArticle): readonly string[] {
  const keys: string[] = [];
  if (code !== null) keys.push(`c${code}`);
  if (serialNumber !== null) keys.push(`s${fold(serialNumber)}`);
  if (rfId !== null) keys.push(`r${fold(rfId)}`);
  return keys;
}

/** What a scanned text looks for, in the same order. */
export function keysSought(text: string): readonly string[] {
  const folded = fold(text);
  return [`c${text}`, `s${folded}`, `r${folded}`];
}

/** FNV-1a, 32 bits: two keys may share one, so what is found is compared. */
export function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
