import { localDb } from "../../db/database.ts";
import { entriesIn } from "../../offline/outbox/entries.ts";

/** The waiting counts of an inventory. */
export interface Waiting {
  readonly inventoryId: number;
  readonly name: string;
  readonly count: number;
  /** The time of the oldest. */
  readonly since: string;
}

/** The waiting counts by inventory. */
export async function waitingCounts(): Promise<readonly Waiting[]> {
  const [entries, db] = await Promise.all([entriesIn("waiting"), localDb()]);
  const names = new Map((await db.getAll("inventories")).map(({ oid, name }) => [oid, name]));
  const byInventory = new Map<number, Waiting>();
  for (const { inventoryId, operation } of entries) {
    const known = byInventory.get(inventoryId);
    byInventory.set(inventoryId, {
      inventoryId,
      name: names.get(inventoryId) ?? `#${inventoryId}`,
      count: (known?.count ?? 0) + 1,
      since: known?.since ?? operation.at,
    });
  }
  return [...byInventory.values()];
}
