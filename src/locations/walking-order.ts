import { siblingOrder } from "../domain/sibling-order.ts";
import { type Db, sqlite, statement } from "../storage/database/statement.ts";

const siblings = statement((p: { tenantId: number }) =>
  sqlite
    .selectFrom("location")
    .where("tenantId", "=", p.tenantId)
    .orderBy("oid")
    .select(["oid", "name", "parentLocationId", "position"]),
);

/** The place of each location of a tenant in its walking order: a location comes before those below it, these before its next sibling. */
export function walkingOrder(db: Db, tenantId: number): ReadonlyMap<number, number> {
  const children = Map.groupBy(siblings.all(db, { tenantId }), ({ parentLocationId }) => parentLocationId);
  // Names compare alike in all languages of the product as far as letters and numbers of shelves go.
  const order = siblingOrder("en");
  const places = new Map<number, number>();
  const waiting = [...(children.get(null) ?? [])].sort(order).reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    places.set(next.oid, places.size);
    waiting.push(...[...(children.get(next.oid) ?? [])].sort(order).reverse());
  }
  return places;
}
