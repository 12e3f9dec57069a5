import { sqlite, statement, type Tx } from "../storage/database/statement.ts";

// What becomes of photos whose items are made anew. Deleted ones too, for a row must belong to something.

interface Remade {
  readonly inventoryId: number;
  /** Items up to this oid go; those after it are new. */
  readonly lastOld: number;
}

const ofOldItems = statement((p: Remade) =>
  sqlite
    .selectFrom("inventoryItem as i")
    .innerJoin("photo as p", "p.inventoryItemId", "i.oid")
    .where("i.inventoryId", "=", p.inventoryId)
    .where("i.oid", "<=", p.lastOld)
    .select((eb) => [
      "p.oid",
      "i.articleId",
      eb
        .selectFrom("inventoryItem as n")
        .whereRef("n.articleId", "=", "i.articleId")
        .whereRef("n.inventoryId", "=", "i.inventoryId")
        .whereRef("n.locationId", "=", "i.locationId")
        .where("n.oid", ">", p.lastOld)
        .select("n.oid")
        .as("itemId"),
    ]),
);
const hang = statement(
  (p: { oid: number; inventoryItemId: number | null; articleId: number | null; change: number }) =>
    sqlite
      .updateTable("photo")
      .set({ inventoryItemId: p.inventoryItemId, articleId: p.articleId, change: p.change })
      .where("oid", "=", p.oid),
);

/** Gives the photos of an inventory's old items to the new items of the same article and place, or to the article. */
export function reassignPhotos(tx: Tx, remade: Remade): void {
  for (const { oid, itemId, articleId } of ofOldItems.all(tx, remade)) {
    const owner =
      itemId === null ? { inventoryItemId: null, articleId } : { inventoryItemId: itemId, articleId: null };
    hang.run(tx, { ...owner, oid, change: tx.change });
  }
}
