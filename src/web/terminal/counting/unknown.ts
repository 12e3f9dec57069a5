import type { StoredArticle } from "../../db/reference-shapes.ts";
import { entryById } from "../../offline/outbox/entries.ts";
import { undo } from "./change.ts";
import { type CountedScan, countArticle, type Spot } from "./scan.ts";

/**
 * Assigns an unknown code to an article: counts the article with the same number of pieces, then undoes the
 * code. Throws like `undo`. If the article could not be counted, as its verdict says, the code stays.
 */
export async function addAsFound(
  operationId: string,
  article: StoredArticle,
  spot: Spot,
): Promise<CountedScan> {
  const unknown = await entryById(operationId);
  const counted = await countArticle(article, spot, unknown?.operation.quantity ?? 1);
  if (counted.entry !== null) await undo(operationId);
  return counted;
}
