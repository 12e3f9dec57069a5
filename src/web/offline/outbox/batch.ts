import type { OutboxEntry } from "../../db/outbox-shapes.ts";

/** What goes in one request. */
export interface Batch {
  readonly inventoryId: number;
  readonly entries: readonly OutboxEntry[];
  /** In which their times were given (api/server-time.ts). */
  readonly era: string;
}

/** Characters of JSON; a letter is up to three bytes, and the server takes 1 MiB from a careful client. */
const MOST_CHARACTERS = 300_000;

/**
 * The next batch of what waits, in the order of its making: the oldest entry and those after it of the same inventory and era;
 * null: nothing waits.
 */
export function nextBatch(waiting: readonly OutboxEntry[], most: number): Batch | null {
  const [first] = waiting;
  if (first === undefined) return null;
  const { inventoryId, era } = first;
  const entries: OutboxEntry[] = [];
  let characters = 0;
  for (const entry of waiting) {
    if (entry.inventoryId !== inventoryId) continue;
    characters += JSON.stringify(entry.operation).length;
    const isFull = entries.length >= most || (entries.length > 0 && characters > MOST_CHARACTERS);
    if (isFull || entry.era !== era) break;
    entries.push(entry);
  }
  return { inventoryId, entries, era };
}
