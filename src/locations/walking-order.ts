import { siblingOrder } from "../domain/sibling-order.ts";
import { type Db, sqlite, statement } from "../storage/database/statement.ts";

const all = statement((p: { tenantId: number }) =>
  sqlite
    .selectFrom("location")
    .where("tenantId", "=", p.tenantId)
    .orderBy("oid")
    .select(["oid", "name", "parentLocationId", "position", "deleted"]),
);

/** The place of each location of a tenant in its walking order: a location comes before those below it, these before its next sibling. */
export function walkingOrder(db: Db, tenantId: number): ReadonlyMap<number, number> {
  const order = walk(all.all(db, { tenantId }), ({ parentLocationId }) => parentLocationId === null);
  return new Map([...order].map(({ oid }, place) => [oid, place]));
}

/** A location and all below it, in the walking order. Empty for an unknown or deleted one. */
export function locationsBelow(db: Db, tenantId: number, top: number): number[] {
  const locations = all.all(db, { tenantId }).filter(({ deleted }) => deleted === 0);
  return [...walk(locations, ({ oid }) => oid === top)].map(({ oid }) => oid);
}

/** Yields the locations where the walk begins, each before those below it. */
function* walk<
  L extends { oid: number; name: string; parentLocationId: number | null; position: number | null },
>(locations: readonly L[], isBeginning: (location: L) => boolean): Generator<L> {
  const children = Map.groupBy(locations, ({ parentLocationId }) => parentLocationId);
  // Names compare alike in all languages of the product as far as letters and numbers of shelves go.
  const order = siblingOrder("en");
  const waiting = locations.filter(isBeginning).sort(order).reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    waiting.push(...[...(children.get(next.oid) ?? [])].sort(order).reverse());
  }
}
