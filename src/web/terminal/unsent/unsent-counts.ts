import { localDb } from "../../db/database.ts";
import { entriesIn } from "../../offline/outbox/entries.ts";

/** What waits of one inventory. */
export interface Waiting {
  readonly inventoryId: number;
  readonly name: string;
  readonly count: number;
  /** When the oldest was made. */
  readonly since: string;
}

/** The counts that wait to be sent, by inventory. */
export async function waitingCounts(): Promise<readonly Waiting[]> {
  const [entries, db] = await Promise.all([entriesIn("waiting"), localDb()]);
  const names = new Map((await db.getAll("inventories")).map(({ oid, name }) => [oid, name]));
  const found = new Map<number, Waiting>();
  for (const { inventoryId, operation } of entries) {
    const known = found.get(inventoryId);
    found.set(inventoryId, {
      inventoryId,
      name: names.get(inventoryId) ?? `#${inventoryId}`,
      count: (known?.count ?? 0) + 1,
      since: known?.since ?? operation.at,
    });
  }
  return [...found.values()];
}
