import { sql } from "kysely";
import { State } from "../../domain/inventory-states.ts";
import { cursorText, readCursor } from "../../http/endpoint/cursor.ts";
import type { Piece } from "../../storage/database/json.ts";
import { sqlite, statement } from "../../storage/database/statement.ts";
import { withoutIndex } from "../../storage/database/without-index.ts";
import type { Storage } from "../../storage/storage.ts";
import type { InventoryRecord, Visibility } from "../inventory.ts";
import { byVisibility, itemJson, itemsOf, ofInventory } from "./store.ts";

// What changed of an inventory's items since a terminal asked last: counts, other marks, its article's code or name, and
// the name of who counted it.

type Since = { tenantId: number; inventoryId: number; change: number };

const changed = byVisibility((sight) =>
  statement((p: Since) =>
    itemsOf(p.tenantId)
      .where("i.oid", "in", ({ selectFrom }) =>
        selectFrom("inventoryItem as c")
          .select("c.oid")
          .where("c.inventoryId", "=", p.inventoryId)
          .where("c.change", ">", p.change)
          .union(
            selectFrom("article as a")
              .innerJoin("inventoryItem as n", "n.articleId", "a.oid")
              .select("n.oid")
              .where("a.tenantId", "=", p.tenantId)
              .where("a.change", ">", p.change)
              // From the few articles that changed to their items, not from all items to their articles.
              .where(withoutIndex("n.inventoryId"), "=", p.inventoryId),
          )
          .union(
            // Hardly ever a user has changed: so from them to the items, which are then all looked at.
            selectFrom("user as u")
              .crossJoin("inventoryItem as b")
              .select("b.oid")
              .where("u.tenantId", "=", p.tenantId)
              .where("u.change", ">", p.change)
              .where("b.inventoryId", "=", p.inventoryId)
              .whereRef("b.countedBy", "=", "u.oid"),
          ),
      )
      .orderBy("i.oid")
      .select(itemJson(sight).as("json")),
  ),
);
const gone = statement((p: Since) =>
  sqlite
    .selectFrom("inventoryItemGone as g")
    .innerJoin("inventory as v", "v.oid", "g.inventoryId")
    .where(withoutIndex("v.tenantId"), "=", p.tenantId)
    .where("g.inventoryId", "=", p.inventoryId)
    .where("g.change", ">", p.change)
    .select(sql`g.itemId`.as("json")),
);

/** The tables from which the answer is made. */
export const ITEM_TABLES = ["inventoryItem", "inventoryItemGone", "article", "inventory", "user"] as const;

/** Items look otherwise when these differ, without a change of their own: then all of them are new. */
function viewOf(sight: Visibility, { inventoryStateId }: InventoryRecord): number {
  if (sight === "hidden") return 1;
  return inventoryStateId === State.Processing || inventoryStateId === State.Closed ? 3 : 2;
}

/**
 * The items of an inventory that changed since the cursor, as the bytes of InventoryItemChanges; all of them without a cursor
 * that still holds. Throws Invalid on what is no cursor.
 */
export async function readItemChanges(
  { reader, timeline, versions }: Storage,
  inventory: InventoryRecord,
  sight: Visibility,
  since: string,
): Promise<{ pieces: Piece[] }> {
  const { tenantId, oid: inventoryId } = inventory;
  // Known before anything is read: what is committed while it is read comes again, and nothing is missed.
  const newest = versions.of(tenantId, ITEM_TABLES);
  // In the place of the cursor's oid stands how the items looked.
  const view = viewOf(sight, inventory);
  const given = readCursor(since, timeline, newest);
  const isWhole = given === null || given.oid !== view;
  const cursor = cursorText({ change: newest, oid: view }, timeline);
  const head = Buffer.from(`{"cursor":"${cursor}","isWhole":${isWhole},"items":[`);
  const [middle, end] = [Buffer.from('],"deleted":['), Buffer.from("]}")];
  if (isWhole) {
    const items = await reader.rows(ofInventory[sight].bound({ tenantId, inventoryId }));
    return { pieces: [head, ...items.pieces, middle, end] };
  }
  if (given.change === newest) return { pieces: [head, middle, end] };
  const wanted = { tenantId, inventoryId, change: given.change };
  // One that is deleted between the two is in both; the other way round it could be in neither.
  const items = await reader.rows(changed[sight].bound(wanted));
  const deleted = await reader.rows(gone.bound(wanted));
  return { pieces: [head, ...items.pieces, middle, ...deleted.pieces, end] };
}
