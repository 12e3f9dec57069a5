import { sqlite, statement, type Tx } from "../storage/database/statement.ts";
import { updateTable } from "../storage/database/table-statements.ts";

// Photos whose subject is replaced. Deleted photos too: every row needs a subject.

interface ReplacedItems {
  readonly inventoryId: number;
  /** The last replaced item; later ones are new. */
  readonly lastOld: number;
  /** The replaced items of one step. */
  readonly after: number;
  readonly end: number;
}

const ofOldItems = statement((p: ReplacedItems) =>
  sqlite
    .selectFrom("inventoryItem as i")
    .innerJoin("photo as p", "p.inventoryItemId", "i.oid")
    .where("i.inventoryId", "=", p.inventoryId)
    .where("i.oid", ">", p.after)
    .where("i.oid", "<=", p.end)
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
const setSubject = updateTable("photo", { set: ["inventoryItemId", "articleId", "change"], where: ["oid"] });

/** Assigns photos of items that `prepare` replaces to the new item of the same article and location, otherwise to the article. */
export function reassignPhotos(tx: Tx, replaced: ReplacedItems): void {
  for (const { oid, itemId, articleId } of ofOldItems.all(tx, replaced)) {
    const owner =
      itemId === null ? { inventoryItemId: null, articleId } : { inventoryItemId: itemId, articleId: null };
    setSubject.run(tx, { ...owner, oid, change: tx.change });
  }
}

const moveToItem = updateTable("photo", {
  set: ["inventoryItemId", "change"],
  to: { countOperationId: null },
  where: ["tenantId", "countOperationId"],
});

/** Whether a count operation has photos. */
export const hasPhotos = statement((p: { tenantId: number; countOperationId: number }) =>
  sqlite
    .selectFrom("photo")
    .where("tenantId", "=", p.tenantId)
    .where("countOperationId", "=", p.countOperationId)
    .select("oid")
    .limit(1),
);

/** Assigns the photos of a count operation, whose code was unknown or which was late, to its item. */
export function movePhotosToItem(
  tx: Tx,
  tenantId: number,
  { countOperationId, inventoryItemId }: { countOperationId: number; inventoryItemId: number },
): void {
  moveToItem.run(tx, { tenantId, countOperationId, inventoryItemId, change: tx.change });
}
