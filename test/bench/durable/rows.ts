import Database from "better-sqlite3";

/** Counts the item of a caller: to be called in a turn of its own, returns when the count is on the disk. */
export type Count = (caller: number) => void;

/** The demo's running inventory has enough items for every caller; their numbers begin here. */
export const FIRST_ITEM = 101;
export const ITEMS = 50;

/**
 * The rows of a count as the product writes them (an item, its operation, the change counter), by better-sqlite3
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
    `UPDATE inventoryItem SET inventoryQuantity = ?, isFound = 1, countedDT = ?, countedBy = 3, countedTerminal = 'user 3',
      operationDT = ?, change = ? WHERE oid = ?`,
  );
  const note = db.prepare(
    `INSERT INTO countOperation (tenantId, inventoryId, operationId, kind, state, itemId, entered, at, receivedDT, userId,
      senderId, terminal, change)
    VALUES (1, 3, ?, 'update', 'applied', ?, ?, ?, ?, 3, 3, 'user 3', ?)`,
  );
  let quantity = 0;
  const count = db.transaction((oid: number) => {
    const at = new Date().toISOString();
    read.get(oid);
    quantity++;
    const change = next.get(at);
    update.run(quantity, at, at, change, oid);
    note.run(`bare-${change}-${oid}`, oid, JSON.stringify({ inventoryQuantity: quantity }), at, at, change);
  }).immediate;
  return (caller) => {
    count(FIRST_ITEM + (caller % ITEMS));
  };
}
