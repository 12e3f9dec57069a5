import type { StoredArticle } from "../../db/reference-shapes.ts";
import { entryById } from "../../offline/outbox/entries.ts";
import { undo } from "./change.ts";
import { type CountedScan, countArticle, type Spot } from "./scan.ts";

/**
 * Says which article an unknown code was on: the article is counted at the place, with as many pieces, then the code is taken back. Throws as
 * `undo`; where the article could not be counted (its verdict says so) the code stays.
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
