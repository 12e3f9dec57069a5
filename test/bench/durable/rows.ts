import Database from "better-sqlite3";

/** Counts the item of a caller: to be called in a turn of its own, returns when the count is on the disk. */
export type Count = (caller: number) => void;

/** The demo's running inventory has items enough for every caller, whose numbers begin here. */
export const FIRST_ITEM = 101;
export const ITEMS = 50;

/**
 * The rows of a count as the product writes them (an item, a row of its history, the change counter), by better-sqlite3
 * alone: no rules, no tenant, one transaction each with `synchronous=FULL`.
 */
export function bareCount(file: string): Count {
  const db = new Database(file);
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = FULL");
  db.pragma("foreign_keys = ON");
  db.pragma("cache_size = -32768");
  const next = db
    .prepare<[string], number>(
      "UPDATE changeCounter SET change = change + 1, at = ? WHERE id = 1 RETURNING change",
    )
    .pluck();
  const read = db
    .prepare<[number], number | null>("SELECT inventoryQuantity FROM inventoryItem WHERE oid = ?")
    .pluck();
  const update = db.prepare(
    "UPDATE inventoryItem SET inventoryQuantity = ?, isFound = 1, change = ? WHERE oid = ?",
  );
  const note = db.prepare(
    `INSERT INTO inventoryItemHistory (tenantId, itemId, at, userId, deviceTokenId, before, after)
    VALUES (1, ?, ?, 3, NULL, ?, ?)`,
  );
  let quantity = 0;
  const count = db.transaction((oid: number) => {
    const at = new Date().toISOString();
    const before = read.get(oid) ?? null;
    quantity++;
    update.run(quantity, next.get(at), oid);
    note.run(
      oid,
      at,
      JSON.stringify({ inventoryQuantity: before }),
      JSON.stringify({ inventoryQuantity: quantity }),
    );
  }).immediate;
  return (caller) => {
    count(FIRST_ITEM + (caller % ITEMS));
  };
}
