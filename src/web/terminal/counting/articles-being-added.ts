import { localDb } from "../../db/database.ts";
import { byOperationTime, subjectOf, undoneOperations } from "./local-operations.ts";

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
