import { signal } from "@preact/signals";
import { localDb } from "../../db/database.ts";
import { hashOf, type StoredKeys } from "../../db/segment.ts";
import { onTabMessage, written } from "../../db/tab-messages.ts";
import { readValue } from "../../db/values.ts";
import { reportError } from "../../errors/report-error.ts";

// What is in memory of the stored articles: whether all of them are stored, and their search keys. For 100 000 articles two typed arrays and a text.

/** All articles have been loaded once. */
export const hasArticles = signal(false);

/**
 * Loads the state of the articles, now and after writes of other tabs. Prepares the search keys for the first
 * scan.
 */
export async function startArticles(): Promise<void> {
  onTabMessage((what) => {
    if (what === "articles") readHasArticles().catch(reportError);
  });
  await readHasArticles();
  loadedKeys().catch(reportError);
}

/** Reads whether all articles have been loaded. */
export async function readHasArticles(): Promise<void> {
  hasArticles.value = (await readValue("articles"))?.areHere === true;
}

interface KeyIndex {
  readonly segments: ReadonlyMap<number, StoredKeys>;
  /** The numbers of the segments, in order. */
  readonly numbers: readonly number[];
  /** Hash × 2^20 + position of the segment in `numbers`, sorted: a number itself may be larger. */
  readonly sorted: Float64Array;
}

const STEP = 2 ** 20;
let index: Promise<KeyIndex> | null = null;
/** The writes of articles that the index contains. */
let indexed = 0;

/** The segments that may contain an article with this key, in order. */
export async function segmentsWith(key: string): Promise<readonly number[]> {
  const { numbers, sorted } = await loadedKeys();
  const from = hashOf(key) * STEP;
  const found: number[] = [];
  for (let at = lowerBound(sorted, from); at < sorted.length; at++) {
    const position = (sorted[at] ?? 0) - from;
    const segment = numbers[position];
    if (position >= STEP || segment === undefined) break;
    if (found[found.length - 1] !== segment) found.push(segment);
  }
  return found;
}

/** Calls `onLines` with the search lines of each segment until it returns true. */
export async function eachLines(onLines: (segment: number, lines: string) => boolean): Promise<void> {
  const { segments } = await loadedKeys();
  for (const [segment, { lines }] of segments) if (onLines(segment, lines)) return;
}

function loadedKeys(): Promise<KeyIndex> {
  const writes = written.peek().articles;
  if (writes !== indexed) index = null;
  indexed = writes;
  index ??= readKeys().catch((error: unknown) => {
    index = null;
    throw error;
  });
  return index;
}

async function readKeys(): Promise<KeyIndex> {
  const db = await localDb();
  const tx = db.transaction("articleKeys");
  const [numbers, all] = await Promise.all([tx.store.getAllKeys(), tx.store.getAll()]);
  const segments = new Map<number, StoredKeys>();
  let length = 0;
  numbers.forEach((segment, index) => {
    const keys = all[index];
    if (keys === undefined) return;
    segments.set(segment, keys);
    length += keys.hashes.length;
  });
  return { segments, numbers: [...segments.keys()], sorted: sortedOf([...segments.values()], length) };
}

function sortedOf(segments: readonly StoredKeys[], length: number): Float64Array {
  const sorted = new Float64Array(length);
  let at = 0;
  segments.forEach(({ hashes }, position) => {
    for (let i = 0; i < hashes.length; i++) sorted[at++] = (hashes[i] ?? 0) * STEP + position;
  });
  return sorted.sort();
}

function lowerBound(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
