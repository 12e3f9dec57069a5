import type { OutboxEntry } from "../../db/outbox-shapes.ts";

/** The operations of one request. */
export interface Batch {
  readonly inventoryId: number;
  readonly entries: readonly OutboxEntry[];
  /** The era of their times (api/server-time.ts). */
  readonly era: string;
}

/** In characters of JSON, with up to three bytes each. The server accepts 1 MiB. */
const MAX_CHARACTERS = 300_000;

/**
 * The next batch in order: the oldest entry and later ones of the same inventory and era; null: nothing is
 * waiting.
 */
export function nextBatch(waiting: readonly OutboxEntry[], limit: number): Batch | null {
  const [first] = waiting;
  if (first === undefined) return null;
  const { inventoryId, era } = first;
  const entries: OutboxEntry[] = [];
  let characters = 0;
  for (const entry of waiting) {
    if (entry.inventoryId !== inventoryId) continue;
    characters += JSON.stringify(entry.operation).length;
    const isFull = entries.length >= limit || (entries.length > 0 && characters > MAX_CHARACTERS);
    if (isFull || entry.era !== era) break;
    entries.push(entry);
  }
  return { inventoryId, entries, era };
}
