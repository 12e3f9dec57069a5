import { eachUnit } from "../../domain/units.ts";
import { canBeProposed } from "../../requests/disposal.ts";
import type { Db } from "../../storage/database/statement.ts";
import type { InventoryRecord } from "../inventory.ts";
import { itemRanges } from "../items/item-ranges.ts";
import type { ClosePreview } from "./preview-routes.ts";
import { articlesOf, MAX_ARTICLES, type Settlement, settlements } from "./settle-articles.ts";
import * as store from "./store.ts";

/** The effects of a close, without the cursor of the items. */
export type CloseEffects = Omit<ClosePreview, "cursor">;

type Kind = "moved" | "more" | "fewer" | "added" | "removed";

/** What a close would do now: the code of the close, without its writes. */
export function previewClose(db: Db, inventory: InventoryRecord): CloseEffects {
  const { tenantId, oid: inventoryId } = inventory;
  const effects: ArticleEffect[] = [];
  const articles = [...articlesOf(db, inventory, 0)].flatMap((found) => [...(found?.changing ?? [])]);
  for (let next = 0; next < articles.length; next += MAX_ARTICLES) {
    for (const settlement of settlements(db, inventory, articles.slice(next, next + MAX_ARTICLES))) {
      const effect = effectOf(settlement);
      if (effect !== null) effects.push(effect);
    }
  }
  return {
    moved: sumOf(effects, "moved"),
    more: sumOf(effects, "more"),
    fewer: sumOf(effects, "fewer"),
    added: sumOf(effects, "added"),
    removed: sumOf(effects, "removed"),
    disposals: disposedArticles(db, inventory).size,
    notCounted: store.notCounted.first(db, { tenantId, inventoryId })?.items ?? 0,
  };
}

/** What a close would do to the stock of one article. */
interface ArticleEffect {
  readonly kind: Kind;
  /** Null: pieces. */
  readonly unit: string | null;
  readonly pieces: number;
}

function sumOf(effects: readonly ArticleEffect[], kind: Kind): ClosePreview[Kind] {
  const own = effects.filter((effect) => effect.kind === kind);
  const add = (some: readonly ArticleEffect[]) => some.reduce((all, { pieces }) => all + pieces, 0);
  const quantities = eachUnit(
    own,
    ({ unit }) => unit,
    (some) => ({ quantity: add(some) }),
  );
  return { articles: own.length, pieces: add(own), quantities };
}

/** The effect on one article. Null: its stock stays. */
function effectOf({ unit, before, after }: Settlement): ArticleEffect | null {
  const recorded = new Map(before.map(({ locationId, quantity }) => [locationId, quantity]));
  let [total, settled, arrived] = [0, 0, 0];
  for (const quantity of recorded.values()) total += quantity;
  for (const [locationId, quantity] of after) {
    settled += quantity;
    arrived += Math.max(0, quantity - (recorded.get(locationId) ?? 0));
  }
  const pieces = Math.abs(settled - total);
  if (settled === total) return arrived === 0 ? null : { kind: "moved", unit, pieces: arrived };
  if (total === 0) return { kind: "added", unit, pieces };
  if (settled === 0) return { kind: "removed", unit, pieces };
  return { kind: settled > total ? "more" : "fewer", unit, pieces };
}

/** The articles for which a close would request disposals. */
function disposedArticles(db: Db, { tenantId, oid }: InventoryRecord): ReadonlySet<number> {
  const articles = new Set<number>();
  for (const range of itemRanges(db, oid, 0))
    for (const { articleId } of store.disposals.all(db, range))
      if (canBeProposed(db, tenantId, articleId)) articles.add(articleId);
  return articles;
}
