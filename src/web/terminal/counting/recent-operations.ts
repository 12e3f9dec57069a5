import { localDb } from "../../db/database.ts";
import type { OutboxEntry } from "../../db/outbox-shapes.ts";
import { undoneOperations } from "../../offline/outbox/undone.ts";
import { byOperationTime, subjectOf } from "./local-operations.ts";

/** The number of newest operations to search. */
const MAX_SCANNED = 200;

/** The last operation of a user at a location; `inventoryId` null: in any stocktake. Null: none stored. */
export async function lastCounted(userId: number, inventoryId: number | null): Promise<OutboxEntry | null> {
  const db = await localDb();
  const { store } = db.transaction("outbox");
  const last = await store.openKeyCursor(null, "prev");
  if (last === null) return null;
  const newest = await store.getAll(IDBKeyRange.lowerBound(last.primaryKey - MAX_SCANNED));
  const matches = (entry: OutboxEntry) =>
    entry.operation.userId === userId &&
    entry.placeId !== null &&
    (inventoryId === null || entry.inventoryId === inventoryId);
  return newest.reverse().find(matches) ?? null;
}

/**
 * The articles whose pieces are still being scanned: their last local operation was a scan, not a quantity.
 */
export async function articlesBeingAdded(
  inventoryId: number,
  placeId: number,
  articleIds: readonly number[],
): Promise<readonly number[]> {
  if (articleIds.length === 0) return [];
  const db = await localDb();
  const subjects = db.transaction("outbox").store.index("subject");
  const found = await Promise.all(
    articleIds.map(async (articleId) => {
      const localOperations = await subjects.getAll([inventoryId, subjectOf(articleId, "", null)]);
      const undoneIds = undoneOperations(localOperations);
      const quantityOperations = localOperations.filter(
        ({ how, state, operation, operationId, placeId: at }) =>
          at === placeId &&
          how !== "undo" &&
          (state === "waiting" || state === "sent") &&
          operation.quantity !== undefined &&
          !undoneIds.has(operationId),
      );
      const last = quantityOperations.sort(byOperationTime).pop();
      return last?.how === "scan" || last?.how === "answer" ? articleId : null;
    }),
  );
  return found.filter((articleId): articleId is number => articleId !== null);
}
