import type { KeptArticle } from "../kept/reference-shapes.ts";
import { undo } from "./change.ts";
import { type CountedScan, countArticle, type Spot } from "./scan.ts";

/**
 * Says which article an unknown code was on: the article is counted at the place, then the code is taken back. Throws as
 * `undo`; where the article could not be counted (its verdict says so) the code stays.
 */
export async function addAsFound(
  operationId: string,
  article: KeptArticle,
  spot: Spot,
): Promise<CountedScan> {
  const counted = await countArticle(article, spot);
  if (counted.entry !== null) await undo(operationId);
  return counted;
}
