import { localDb } from "../../db/database.ts";
import { hashOf, type StoredKeys } from "../../db/segment.ts";
import { onTabMessage } from "../../db/tab-messages.ts";

// The search keys of the articles, in memory: for 100 000 articles two typed arrays and a text.

interface KeyIndex {
  readonly segments: ReadonlyMap<number, StoredKeys>;
  /** Hash × 2^20 + segment, sorted. */
  readonly sorted: Float64Array;
}

const STEP = 2 ** 20;
let index: Promise<KeyIndex> | null = null;

/** The segments that may contain an article with this key, in order. */
export async function segmentsWith(key: string): Promise<readonly number[]> {
  const { sorted } = await loadedKeys();
  const from = hashOf(key) * STEP;
  const found: number[] = [];
  for (let at = lowerBound(sorted, from); at < sorted.length; at++) {
    const segment = (sorted[at] ?? 0) - from;
    if (segment >= STEP) break;
    if (found[found.length - 1] !== segment) found.push(segment);
  }
  return found;
}

/** Calls `onLines` with the search lines of each segment until it returns true. */
export async function eachLines(onLines: (segment: number, lines: string) => boolean): Promise<void> {
  const { segments } = await loadedKeys();
  for (const [segment, { lines }] of segments) if (onLines(segment, lines)) return;
}

/** Loads the search keys before the first scan. Throws errors of the storage. */
export async function warmKeys(): Promise<void> {
  await loadedKeys();
}

/** Clears the search keys after a write. */
export function keysChanged(): void {
  index = null;
}

onTabMessage((what) => {
  if (what === "articles") keysChanged();
});

function loadedKeys(): Promise<KeyIndex> {
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
  return { segments, sorted: sortedOf(segments, length) };
}

function sortedOf(segments: ReadonlyMap<number, StoredKeys>, length: number): Float64Array {
  const sorted = new Float64Array(length);
  let at = 0;
  for (const [segment, { hashes }] of segments)
    for (let i = 0; i < hashes.length; i++) sorted[at++] = (hashes[i] ?? 0) * STEP + segment;
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
