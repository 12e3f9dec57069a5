import { localDb } from "../../db/database.ts";
import type { OutboxEntry } from "../../db/outbox-shapes.ts";
import { onTabMessage } from "../../db/tab-messages.ts";

// The unconfirmed operations of the current stocktake are cached in memory. After a day offline there may be
// thousands, and the list of a location is computed after each scan.

let cache: { readonly inventoryId: number; readonly entries: Promise<OutboxEntry[]> } | null = null;

/** Reads the operations of a stocktake that its stored items do not include yet, oldest first. */
export async function unconfirmedOf(inventoryId: number): Promise<readonly OutboxEntry[]> {
  if (cache?.inventoryId !== inventoryId) cache = { inventoryId, entries: read(inventoryId) };
  const current = cache;
  try {
    return await current.entries;
  } catch (error) {
    if (cache === current) cache = null;
    throw error;
  }
}

/** Adds a new operation to the cache. */
export function incrementUnconfirmed(entry: OutboxEntry): void {
  if (cache?.inventoryId !== entry.inventoryId || entry.ahead !== 1) return;
  const { entries } = cache;
  // The database read may already include it.
  const added = entries.then((all) => {
    if (!all.some(({ seq }) => seq === entry.seq)) all.push(entry);
    return all;
  });
  cache = { inventoryId: entry.inventoryId, entries: added };
}

/** Clears the cache after a change. */
export function unconfirmedChanged(): void {
  cache = null;
}

onTabMessage((what) => {
  if (what === "outbox" || what === "items") unconfirmedChanged();
});

async function read(inventoryId: number): Promise<OutboxEntry[]> {
  const db = await localDb();
  return db.getAllFromIndex("outbox", "ahead", [inventoryId, 1]);
}
