import { localDb } from "../../db/database.ts";
import type { OutboxEntry } from "../../db/outbox-shapes.ts";
import { onTabMessage } from "../../db/tab-messages.ts";

// What is ahead of the items as they are kept, in memory for the stocktake that is shown: after a day without the server there may
// be thousands, and the list of a place is made anew after each scan.

let held: { readonly inventoryId: number; readonly entries: Promise<OutboxEntry[]> } | null = null;

/** The operations of a stocktake that its items, as they are kept here, do not show yet, oldest first. */
export async function unconfirmedOf(inventoryId: number): Promise<readonly OutboxEntry[]> {
  if (held?.inventoryId !== inventoryId) held = { inventoryId, entries: read(inventoryId) };
  const mine = held;
  try {
    return await mine.entries;
  } catch (error) {
    if (held === mine) held = null;
    throw error;
  }
}

/** One more was kept. */
export function incrementUnconfirmed(entry: OutboxEntry): void {
  if (held?.inventoryId !== entry.inventoryId || entry.ahead !== 1) return;
  const { entries } = held;
  // It may have been read from the database already.
  const added = entries.then((all) => {
    if (!all.some(({ seq }) => seq === entry.seq)) all.push(entry);
    return all;
  });
  held = { inventoryId: entry.inventoryId, entries: added };
}

/** Others were changed: they are read again. */
export function unconfirmedChanged(): void {
  held = null;
}

onTabMessage((what) => {
  if (what === "outbox" || what === "items") unconfirmedChanged();
});

async function read(inventoryId: number): Promise<OutboxEntry[]> {
  const db = await localDb();
  return db.getAllFromIndex("outbox", "ahead", [inventoryId, 1]);
}
