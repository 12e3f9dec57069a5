import { canBeProposed } from "../../requests/disposal.ts";
import type { Db } from "../../storage/database/statement.ts";
import type { InventoryRecord } from "../inventory.ts";
import { itemRanges } from "../items/item-ranges.ts";
import type { ClosePreview } from "./preview-routes.ts";
import { articlesOf, MAX_ARTICLES, type Settlement, settlements } from "./settle-articles.ts";
import * as store from "./store.ts";

/** The effects of a close, without the cursor of the items. */
export type CloseEffects = Omit<ClosePreview, "cursor">;

const KINDS = ["moved", "more", "fewer", "added", "removed"] as const;
type Kind = (typeof KINDS)[number];

/** What a close would do now: the code of the close, without its writes. */
export function previewClose(db: Db, inventory: InventoryRecord): CloseEffects {
  const { tenantId, oid: inventoryId } = inventory;
  const effects = { moved: none(), more: none(), fewer: none(), added: none(), removed: none() };
  const articles = [...articlesOf(db, inventory, 0)].flatMap((found) => [...(found?.changing ?? [])]);
  for (let next = 0; next < articles.length; next += MAX_ARTICLES) {
    for (const settlement of settlements(db, inventory, articles.slice(next, next + MAX_ARTICLES))) {
      const effect = effectOf(settlement);
      if (effect === null) continue;
      effects[effect.kind].articles += 1;
      effects[effect.kind].pieces += effect.pieces;
    }
  }
  return {
    ...effects,
    disposals: disposedArticles(db, inventory).size,
    notCounted: store.notCounted.first(db, { tenantId, inventoryId })?.items ?? 0,
  };
}

const none = () => ({ articles: 0, pieces: 0 });

/** The effect on one article. Null: its stock stays. */
function effectOf({ before, after }: Settlement): { kind: Kind; pieces: number } | null {
  const recorded = new Map(before.map(({ locationId, quantity }) => [locationId, quantity]));
  let [total, settled, arrived] = [0, 0, 0];
  for (const quantity of recorded.values()) total += quantity;
  for (const [locationId, quantity] of after) {
    settled += quantity;
    arrived += Math.max(0, quantity - (recorded.get(locationId) ?? 0));
  }
  const pieces = Math.abs(settled - total);
  if (settled === total) return arrived === 0 ? null : { kind: "moved", pieces: arrived };
  if (total === 0) return { kind: "added", pieces };
  if (settled === 0) return { kind: "removed", pieces };
  return { kind: settled > total ? "more" : "fewer", pieces };
}

/** The articles for which a close would request disposals. */
function disposedArticles(db: Db, { tenantId, oid }: InventoryRecord): ReadonlySet<number> {
  const articles = new Set<number>();
  for (const range of itemRanges(db, oid, 0))
    for (const { articleId } of store.disposals.all(db, range))
      if (canBeProposed(db, tenantId, articleId)) articles.add(articleId);
  return articles;
}
