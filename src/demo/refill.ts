import { addRefillRule } from "../refill/rule.ts";
import { compareNext } from "../refill/shortages.ts";
import { piecesOf } from "../sample/models.ts";
import type { Tx } from "../storage/database/statement.ts";
import { roomOf } from "./articles.ts";

/** Articles of tenant 1 that no stocktake counts, with what their room has too few of: pieces of their minimum. */
const SHORT: readonly (readonly [number: number, missing: number])[] = [
  [461, 4],
  [462, 12],
  [463, 0],
];

/** Adds minimum stock of tenant 1: two articles have less, one has enough. None with fewer articles. */
export function addRefill(tx: Tx, articles: number): void {
  for (const [articleId, missing] of SHORT) {
    if (articleId > articles) continue;
    const minimum = piecesOf(articleId) + missing;
    addRefillRule(tx, { tenantId: 1, articleId, locationId: roomOf(articleId), minimum, target: null });
  }
  compareNext(tx);
}
