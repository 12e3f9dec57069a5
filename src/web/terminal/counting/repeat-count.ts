import type { How, OutboxEntry, SentOperation } from "../../db/outbox-shapes.ts";
import type { StoredItem } from "../../db/reference-shapes.ts";
import { type NewEntry, writeEntry } from "../../offline/outbox/write.ts";
import { CanNotSay, requireAuthor } from "./author.ts";
import { ArticleItems, type ItemNow } from "./current-count.ts";
import { openQuestion, quantityAfter, undone } from "./local-operations.ts";
import type { Said } from "./record-count.ts";
import { stateBefore } from "./scan-result.ts";

/**
 * Says something of the same thing as an operation before. `instead`: the seq of one that was never sent, whose place it takes.
 * Throws CanNotSay, or what the storage throws: then nothing is kept.
 */
export async function repeatCount(
  earlier: OutboxEntry,
  how: How,
  said: (
    own: readonly OutboxEntry[],
    item: ItemNow | null,
  ) => Said & Pick<SentOperation, "kind"> & Partial<Pick<SentOperation, "itemId" | "locationId">>,
  instead?: number,
): Promise<OutboxEntry> {
  const author = requireAuthor();
  const { inventoryId, articleId, subject } = earlier;
  const { entry } = await writeEntry(
    { inventoryId, articleId, subject },
    ({ inventory, items, own }) => {
      if (inventory === undefined) throw new CanNotSay("the inventory is not kept here");
      if (how === "undo" && undone(own).has(earlier.operationId)) throw new CanNotSay("it is undone already");
      const { itemId, code, locationId, isExtra } = earlier.operation;
      const named = {
        ...(isExtra === true && { isExtra }),
        ...(itemId !== undefined && { itemId }),
        ...(code !== undefined && { code }),
        ...(locationId !== undefined && { locationId }),
      };
      if (instead !== undefined && !own.some(({ seq, state }) => seq === instead && state === "asked"))
        throw new CanNotSay("it is answered already");
      const item = itemOf(earlier, inventory, items, own);
      const operation = { ...named, ...said(own, item), userId: author.id };
      const answered = how === "correct" && item !== null ? openQuestion(own, item) : null;
      const written: NewEntry = {
        ...copied(earlier),
        state: "waiting",
        operation,
        how,
        before: item === null ? null : stateBefore(item),
        shown: {
          ...earlier.shown,
          author: author.fullName,
          quantity: quantityAfter(item?.quantity ?? null, operation),
        },
        corrects: instead === undefined ? earlier.operationId : earlier.corrects,
      };
      return { entry: written, answered, result: null };
    },
    instead,
  );
  if (entry === null) throw new CanNotSay("nothing was kept");
  return entry;
}

function copied({ tenantId, inventoryId, subject, articleId, itemId, placeId }: OutboxEntry) {
  return { tenantId, inventoryId, subject, articleId, itemId, placeId };
}

/** What an operation was about, as it is now; null: a code that nobody knows, or an item that is gone. */
function itemOf(
  { articleId, shown, operation, receipt }: OutboxEntry,
  inventory: { readonly locationId: number | null },
  items: readonly StoredItem[],
  own: readonly OutboxEntry[],
): ItemNow | null {
  if (articleId === null) return null;
  const article = { oid: articleId, name: shown.name, code: shown.code };
  const ahead = own.filter((entry) => entry.ahead === 1);
  const all = new ArticleItems(inventory, article, items, ahead);
  const itemId = receipt?.itemId ?? operation.itemId ?? null;
  const item = itemId === null ? all.at(operation.locationId ?? null, operation.isExtra) : all.get(itemId);
  return item === "locationRequired" ? null : item;
}
