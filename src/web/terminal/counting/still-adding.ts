import { localDb } from "../../db/database.ts";
import { inMakingOrder, undone } from "./local-operations.ts";
import { subjectOf } from "./subject.ts";

/**
 * Those of the articles whose pieces are being scanned one after the other: the last that this terminal said of them was a scan,
 * not a quantity.
 */
export async function stillAdding(
  inventoryId: number,
  placeId: number,
  articleIds: readonly number[],
): Promise<readonly number[]> {
  if (articleIds.length === 0) return [];
  const db = await localDb();
  const subjects = db.transaction("outbox").store.index("subject");
  const found = await Promise.all(
    articleIds.map(async (articleId) => {
      const own = await subjects.getAll([inventoryId, subjectOf(articleId, "", null)]);
      const gone = undone(own);
      const said = own.filter(
        ({ how, state, operation, operationId, placeId: at }) =>
          at === placeId &&
          how !== "undo" &&
          (state === "waiting" || state === "sent") &&
          operation.quantity !== undefined &&
          !gone.has(operationId),
      );
      const last = said.sort(inMakingOrder).pop();
      return last?.how === "scan" || last?.how === "answer" ? articleId : null;
    }),
  );
  return found.filter((articleId): articleId is number => articleId !== null);
}
