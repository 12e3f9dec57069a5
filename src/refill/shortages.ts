import { recordOutgoingEvent } from "../outgoing-events/outgoing-events.ts";
import { stockOf } from "../stock/stock.ts";
import type { TableName } from "../storage/database/schema.ts";
import type { Db, Tx } from "../storage/database/statement.ts";
import * as store from "./shortage-store.ts";

// Compares stock with the rules of minimum stock. Triggers note the articles whose stock or rules have changed (refillPending), so that
// no writer has to know the rules, and none can forget them.

/** Articles of one transaction: about 2 ms. */
const STEP = 100;

/** Tables whose writes may leave something to compare. */
export const WATCHED = [
  "articleLocation",
  "article",
  "location",
  "refillRule",
] as const satisfies TableName[];

interface StockRow {
  readonly locationId: number;
  readonly quantity: number;
}

/** Finds the locations above others, each once. */
export class Ancestors {
  readonly #db: Db;
  readonly #parents = new Map<number, number | null>();

  constructor(db: Db) {
    this.#db = db;
  }

  /** True where `location` is `ancestor` or below it. */
  isAtOrBelow(location: number, ancestor: number): boolean {
    for (let at: number | null = location; at !== null; at = this.parentOf(at))
      if (at === ancestor) return true;
    return false;
  }

  /** The pieces of an article at each location with those below it. */
  piecesByLocation(stock: readonly StockRow[]): ReadonlyMap<number, number> {
    const pieces = new Map<number, number>();
    const ways = stock.map(({ locationId }) => {
      const way: number[] = [];
      for (let at: number | null = locationId; at !== null && !pieces.has(at); at = this.parentOf(at)) {
        pieces.set(at, 0);
        way.push(at);
      }
      return way;
    });
    const add = (at: number, quantity: number) => pieces.set(at, (pieces.get(at) ?? 0) + quantity);
    for (const { locationId, quantity } of stock) add(locationId, quantity);
    // Each way ends below an earlier one, so every location comes before the one above it.
    for (const at of ways.reverse().flat()) {
      const parent = this.parentOf(at);
      if (parent !== null) add(parent, pieces.get(at) ?? 0);
    }
    return pieces;
  }

  /** The location above; null: none. */
  parentOf(oid: number): number | null {
    let parent = this.#parents.get(oid);
    if (parent === undefined) {
      parent = store.parentOf.first(this.#db, { oid })?.parentLocationId ?? null;
      this.#parents.set(oid, parent);
    }
    return parent;
  }
}

/** True where something has yet to be compared. */
export function hasPending(db: Db): boolean {
  return store.pending.first(db, {}) !== null;
}

/** Compares a part of what has yet to be compared: with `tenantId` changed articles of this tenant alone. */
export function compareNext(tx: Tx, tenantId: number | null = null): void {
  const articles =
    tenantId === null
      ? store.pendingArticles.all(tx, { limit: STEP })
      : store.pendingArticlesOf.all(tx, { tenantId, limit: STEP });
  const ancestors = new Ancestors(tx);
  for (const article of articles) {
    compareArticle(tx, article.tenantId, article.articleId, ancestors);
    store.removePending.run(tx, article);
  }
  if (articles.length > 0 || tenantId !== null) return;
  const sweep = store.pendingSweep.first(tx, {});
  if (sweep !== null) compareAll(tx, sweep, ancestors);
}

/** Compares the next rules of a tenant. */
function compareAll(
  tx: Tx,
  { tenantId, afterRuleId }: { tenantId: number; afterRuleId: number },
  ancestors: Ancestors,
): void {
  const rules = store.rulesAfter.all(tx, { tenantId, after: afterRuleId, limit: STEP });
  for (const articleId of new Set(rules.map((rule) => rule.articleId)))
    compareArticle(tx, tenantId, articleId, ancestors);
  const last = rules.at(-1);
  if (last === undefined || rules.length < STEP) store.removePending.run(tx, { tenantId, articleId: 0 });
  else store.advanceSweep.run(tx, { tenantId, afterRuleId: last.oid });
}

function compareArticle(tx: Tx, tenantId: number, articleId: number, ancestors: Ancestors): void {
  const stock = stockOf(tx, { tenantId, articleId });
  const total = stock.reduce((sum, { quantity }) => sum + quantity, 0);
  // One sum for all rules: an article can have thousands of them, and stock at thousands of locations.
  const piecesAt = ancestors.piecesByLocation(stock);
  for (const rule of store.rulesOf.all(tx, { tenantId, articleId })) {
    const { oid: ruleId, locationId, minimum, knownStock } = rule;
    const pieces = locationId === null ? total : (piecesAt.get(locationId) ?? 0);
    if (rule.isPaused || pieces >= minimum) {
      if (knownStock !== null) store.remove.run(tx, { ruleId });
    } else if (knownStock === null) {
      store.insert.run(tx, { ruleId, tenantId, stock: pieces, since: tx.now });
      recordNeeded(tx, tenantId, ruleId, { stock: pieces, minimum, target: rule.target ?? minimum });
    } else if (knownStock !== pieces) store.update.run(tx, { ruleId, stock: pieces });
  }
}

function recordNeeded(
  tx: Tx,
  tenantId: number,
  ruleId: number,
  found: { stock: number; minimum: number; target: number },
): void {
  const names = store.named.first(tx, { ruleId });
  if (names === null) throw new Error("the rule has no article");
  recordOutgoingEvent(tx, {
    tenantId,
    type: "refill.needed",
    dedupeKey: `${ruleId} ${tx.change}`,
    data: { ruleId, ...names, ...found, missing: found.target - found.stock },
  });
}
