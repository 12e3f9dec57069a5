import { localDb } from "../../db/database.ts";
import { hashOf, type StoredKeys } from "../../db/segment.ts";
import { onTabMessage } from "../../db/tab-messages.ts";

// What finds the articles, in memory: two typed arrays and a text for a hundred thousand.

interface Held {
  readonly segments: ReadonlyMap<number, StoredKeys>;
  /** Hash × 2^20 + segment, sorted: where a hash is found. */
  readonly sorted: Float64Array;
}

const STEP = 2 ** 20;
let held: Promise<Held> | null = null;

/** The segments that may hold an article with this key, in order. */
export async function segmentsWith(key: string): Promise<readonly number[]> {
  const { sorted } = await keysHeld();
  const from = hashOf(key) * STEP;
  const found: number[] = [];
  for (let at = lowerBound(sorted, from); at < sorted.length; at++) {
    const segment = (sorted[at] ?? 0) - from;
    if (segment >= STEP) break;
    if (found[found.length - 1] !== segment) found.push(segment);
  }
  return found;
}

/** Calls back with each segment's lines of search text, until it says that it has enough. */
export async function eachLines(take: (segment: number, lines: string) => boolean): Promise<void> {
  const { segments } = await keysHeld();
  for (const [segment, { lines }] of segments) if (take(segment, lines)) return;
}

/** Reads them before the first scan needs them. Throws what the storage throws. */
export async function warmKeys(): Promise<void> {
  await keysHeld();
}

/** Forgets what is held: it was written anew. */
export function keysChanged(): void {
  held = null;
}

onTabMessage((what) => {
  if (what === "articles") keysChanged();
});

function keysHeld(): Promise<Held> {
  held ??= readKeys().catch((error: unknown) => {
    held = null;
    throw error;
  });
  return held;
}

async function readKeys(): Promise<Held> {
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

function lowerBound(sorted: Float64Array, wanted: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
