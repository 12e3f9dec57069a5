import { sql } from "kysely";
import { type ChangeSource, pageJson, readChanges } from "../../change-feed/follow.ts";
import { State } from "../../domain/inventory-states.ts";
import { type Cursor, cursorText, readCursor } from "../../http/endpoint/cursor.ts";
import type { JsonPieces } from "../../storage/database/json.ts";
import type { JsonRows } from "../../storage/database/reader.ts";
import { sqlite, statement, withoutIndex } from "../../storage/database/statement.ts";
import type { Storage } from "../../storage/storage.ts";
import type { InventoryRecord, Visibility } from "../inventory.ts";
import { byVisibility, itemJson, itemsOf, ofInventory } from "./store.ts";

// The items that changed since a cursor: counts, marks, code or name of the article, name of the counter.

type Since = { tenantId: number; inventoryId: number; change: number };

const changed = byVisibility((visibility) =>
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
              // From the few changed articles to their items, not from all items to their articles.
              .where(withoutIndex("n.inventoryId"), "=", p.inventoryId),
          )
          .union(
            // Users rarely change: from the changed users to all items.
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
      .select(itemJson(visibility).as("json")),
  ),
);
const deletedSince = statement((p: Since) =>
  sqlite
    .selectFrom("deletedInventoryItem as g")
    .innerJoin("inventory as v", "v.oid", "g.inventoryId")
    .where(withoutIndex("v.tenantId"), "=", p.tenantId)
    .where("g.inventoryId", "=", p.inventoryId)
    .where("g.change", ">", p.change)
    .select(sql`g.itemId`.as("json")),
);

/** The tables of the response. */
export const ITEM_TABLES = [
  "inventoryItem",
  "deletedInventoryItem",
  "inventoryItemMovement",
  "inventoryRule",
  "countOperation",
  "article",
  "articleLocation",
  "inventory",
  "inventoryName",
  "inventoryTransition",
  "auditEntry",
  "user",
] as const;

/** A number for the view of the items. In another view all items are new, without a change of their own. */
function viewOf(visibility: Visibility, { inventoryStateId }: InventoryRecord): number {
  if (visibility === "hidden") return 1;
  return inventoryStateId === State.Processing || inventoryStateId === State.Closed ? 3 : 2;
}

/**
 * The items that changed since the cursor, as InventoryItemChanges; all items without a valid cursor. Throws Invalid for a malformed
 * cursor.
 */
export async function readItemChanges(
  { reader, timeline, versions }: Storage,
  inventory: InventoryRecord,
  visibility: Visibility,
  since: string,
): Promise<JsonPieces<unknown>> {
  const { tenantId, oid: inventoryId } = inventory;
  const view = viewOf(visibility, inventory);
  const newest = () => versions.of(tenantId, ITEM_TABLES);
  const partOf = (change: number, items: readonly Buffer[], deleted: readonly Buffer[]) => ({
    // The oid of the cursor holds the view.
    next: { change, oid: view },
    hasMore: false,
    content: { items, deleted },
  });
  // The cursor names what the items include, also of changes during the read: counts say by it what their terminal had seen.
  const included = ({ change }: JsonRows) => Math.min(change, newest());
  const source: ChangeSource<Cursor, Readonly<Record<"items" | "deleted", readonly Buffer[]>>> = {
    newest,
    parse(cursor, before) {
      const position = readCursor(cursor, timeline, before);
      return position?.oid === view ? position : null;
    },
    text: (position) => cursorText(position, timeline),
    async follow({ change }, before) {
      if (change === before) return partOf(change, [], []);
      const filter = { tenantId, inventoryId, change };
      // An item deleted between both reads is in both. In the other order it could be in neither.
      const items = await reader.rows(changed[visibility].bound(filter));
      const deleted = await reader.rows(deletedSince.bound(filter));
      return partOf(included(items), items.pieces, deleted.pieces);
    },
    async begin() {
      const items = await reader.rows(ofInventory[visibility].bound({ tenantId, inventoryId }));
      return partOf(included(items), items.pieces, []);
    },
  };
  const { cursor, isWhole, content } = await readChanges(source, since);
  return pageJson({ cursor, isWhole }, content);
}
