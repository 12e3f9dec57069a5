import { findArticle } from "../articles/article.ts";
import { ReferenceChecks } from "../catalogue/catalogue.ts";
import { Conflict, Invalid, orNotFound } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import { hasLocation } from "../locations/location.ts";
import { REFILL_RULE } from "../records/refill-rule.ts";
import { newColumns } from "../storage/database/schema.ts";
import type { Db, Tx } from "../storage/database/statement.ts";
import * as store from "./store.ts";

/** How many pieces a rule asks for. */
export interface RefillLimits {
  readonly minimum: number;
  /** Null: the minimum. */
  readonly target: number | null;
}

/** A new rule. */
export interface NewRefillRule extends RefillLimits {
  readonly tenantId: number;
  readonly articleId: number;
  /** Null: everywhere. */
  readonly locationId: number | null;
}

/** A stored rule. */
export type RefillRecord = NonNullable<ReturnType<typeof store.record.first>>;

/** The rule of the tenant with this id. Throws NotFound. */
export function getRefillRule(db: Db, tenantId: number, oid: number): RefillRecord {
  return orNotFound(store.record.first(db, { tenantId, oid }), msg("Minimum stock not found."));
}

/** The rule of an article at a location; `locationId` null: everywhere. Null: none. */
export function refillRuleAt(db: Db, articleId: number, locationId: number | null): RefillRecord | null {
  return store.atPlace.first(db, { articleId, place: locationId ?? 0 });
}

/** Adds a rule and returns its oid. Throws Invalid, Conflict when the article has one at the location. */
export function addRefillRule(tx: Tx, rule: NewRefillRule): number {
  const { tenantId, articleId, locationId } = rule;
  new ReferenceChecks()
    .check("articleId", articleId, (oid) => findArticle(tx, tenantId, oid) !== null)
    .check("locationId", locationId, (oid) => hasLocation(tx, tenantId, oid))
    .assertValid();
  assertLimits(rule);
  if (refillRuleAt(tx, articleId, locationId) !== null)
    throw new Conflict(msg("This article already has a minimum stock for this location. Change that one."));
  return store.insert.run(tx, { ...newColumns(REFILL_RULE, rule), tenantId, change: tx.change }).oid;
}

/** Changes what a rule asks for. Throws Invalid. */
export function changeRefillRule(tx: Tx, { tenantId, oid }: RefillRecord, limits: RefillLimits): void {
  assertLimits(limits);
  const { minimum, target } = limits;
  store.update.run(tx, { tenantId, oid, minimum, target, change: tx.change });
}

/** Removes a rule. */
export function removeRefillRule(tx: Tx, { tenantId, oid }: RefillRecord): void {
  store.remove.run(tx, { tenantId, oid });
}

/** Removes all rules of an article. */
export function removeRulesOfArticle(tx: Tx, tenantId: number, articleId: number): void {
  store.removeOfArticle.run(tx, { tenantId, articleId });
}

function assertLimits({ minimum, target }: RefillLimits): void {
  if (target !== null && target < minimum) throw Invalid.field("target", msg("must be at least the minimum"));
}
