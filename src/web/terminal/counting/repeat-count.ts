import type { How, OutboxEntry, SentOperation } from "../../db/outbox-shapes.ts";
import type { StoredItem } from "../../db/reference-shapes.ts";
import { type NewEntry, writeEntry } from "../../offline/outbox/write.ts";
import { ArticleItems, type ItemNow } from "./current-count.ts";
import { openQuestion, quantityAfter, undoneOperations } from "./local-operations.ts";
import { CountError, type OperationInput, requireAuthor } from "./record-count.ts";
import { stateBefore } from "./scan-result.ts";

/**
 * Stores another operation on the item of an earlier one. `replacedSeq`: the seq of a question to replace.
 * Throws CountError or errors of the storage; nothing is stored then.
 */
export async function repeatCount(
  original: OutboxEntry,
  how: How,
  inputOf: (
    localOperations: readonly OutboxEntry[],
    item: ItemNow | null,
  ) => OperationInput & Pick<SentOperation, "kind"> & Partial<Pick<SentOperation, "itemId" | "locationId">>,
  replacedSeq?: number,
): Promise<OutboxEntry> {
  const author = requireAuthor();
  const { inventoryId, articleId, subject } = original;
  const { entry } = await writeEntry(
    { inventoryId, articleId, subject },
    ({ inventory, items, localOperations }) => {
      if (inventory === undefined) throw new CountError("the inventory is not kept here");
      if (how === "undo" && undoneOperations(localOperations).has(original.operationId))
        throw new CountError("it is undone already");
      const { itemId, code, locationId, isExtra } = original.operation;
      const reference = {
        ...(isExtra === true && { isExtra }),
        ...(itemId !== undefined && { itemId }),
        ...(code !== undefined && { code }),
        ...(locationId !== undefined && { locationId }),
      };
      if (
        replacedSeq !== undefined &&
        !localOperations.some(({ seq, state }) => seq === replacedSeq && state === "asked")
      )
        throw new CountError("it is answered already");
      const item = itemOf(original, inventory, items, localOperations);
      const operation = { ...reference, ...inputOf(localOperations, item), userId: author.id };
      const answered = how === "correct" && item !== null ? openQuestion(localOperations, item) : null;
      const newEntry: NewEntry = {
        ...subjectFields(original),
        state: "waiting",
        operation,
        how,
        before: item === null ? null : stateBefore(item),
        shown: {
          ...original.shown,
          author: author.fullName,
          quantity: quantityAfter(item?.quantity ?? null, operation),
        },
        corrects: replacedSeq === undefined ? original.operationId : original.corrects,
      };
      return { entry: newEntry, answered, result: null };
    },
    replacedSeq,
  );
  if (entry === null) throw new CountError("nothing was kept");
  return entry;
}

function subjectFields({ tenantId, inventoryId, subject, articleId, itemId, placeId }: OutboxEntry) {
  return { tenantId, inventoryId, subject, articleId, itemId, placeId };
}

/** The current state of the item of an operation; null: an unknown code, or a deleted item. */
function itemOf(
  { articleId, shown, operation, receipt }: OutboxEntry,
  inventory: { readonly locationId: number | null },
  items: readonly StoredItem[],
  localOperations: readonly OutboxEntry[],
): ItemNow | null {
  if (articleId === null) return null;
  const article = { oid: articleId, name: shown.name, code: shown.code };
  const ahead = localOperations.filter((entry) => entry.ahead === 1);
  const all = new ArticleItems(inventory, article, items, ahead);
  const itemId = receipt?.itemId ?? operation.itemId ?? null;
  const item = itemId === null ? all.at(operation.locationId ?? null, operation.isExtra) : all.get(itemId);
  return item === "locationRequired" ? null : item;
}
