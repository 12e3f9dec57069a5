import { localDb } from "./database.ts";
import { isStorageFull } from "./storage-full.ts";
import { type Values, writeValue } from "./values.ts";

/** The kinds of values of which only the newest are kept, each with the time of its loading. */
type CappedKey = `picture ${string}` | `answer ${string}`;

/**
 * Stores a value, and deletes the oldest half of its `range` above `most`. On a full device it is not stored: counts need the space.
 */
export async function writeCapped<K extends CappedKey>(
  name: K,
  value: Values[K] | null,
  range: IDBKeyRange,
  most: number,
): Promise<void> {
  try {
    await writeValue(name, value);
    const db = await localDb();
    if ((await db.count("values", range)) <= most) return;
    const { store, done } = db.transaction("values", "readwrite");
    const found: { readonly key: keyof Values; readonly at: number }[] = [];
    // One by one: all of them may not fit into the memory of a terminal.
    for (let cursor = await store.openCursor(range); cursor !== null; cursor = await cursor.continue())
      found.push({ key: cursor.key, at: (cursor.value as Values[CappedKey]).at });
    const oldest = found.sort((a, b) => a.at - b.at).slice(0, found.length - most / 2);
    await Promise.all([...oldest.map(({ key }) => store.delete(key)), done]);
  } catch (error) {
    if (!isStorageFull(error)) throw error;
  }
}
