import { type Sibling, siblingOrder } from "../domain/sibling-order.ts";
import { resultOf, sortInSteps } from "../domain/stepwise.ts";
import type { Db } from "../storage/database/statement.ts";
import { selectFrom } from "../storage/database/table-statements.ts";

const all = selectFrom("location", ["tenantId"], ["oid", "name", "parentLocationId", "position", "deleted"], {
  orderBy: ["oid"],
});

/**
 * The place of each location of a tenant in its walking order: a location comes before those below it, these before its next
 * sibling. Yields after each step.
 */
export function* walkingOrder(db: Db, tenantId: number): Generator<null, ReadonlyMap<number, number>> {
  const isRoot = ({ parentLocationId }: WalkedLocation) => parentLocationId === null;
  const order = yield* walk(all.all(db, { tenantId }), isRoot);
  return new Map(order.map(({ oid }, place) => [oid, place]));
}

/** A location and all below it, in the walking order. Empty for an unknown or deleted one. */
export function locationsBelow(db: Db, tenantId: number, top: number): number[] {
  const locations = all.all(db, { tenantId }).filter(({ deleted }) => deleted === 0);
  return resultOf(walk(locations, ({ oid }) => oid === top)).map(({ oid }) => oid);
}

interface WalkedLocation extends Sibling {
  readonly parentLocationId: number | null;
}

/** The locations where the walk begins, each before those below it. Yields after each step. */
function* walk(
  locations: readonly WalkedLocation[],
  isBeginning: (location: WalkedLocation) => boolean,
): Generator<null, readonly WalkedLocation[]> {
  const children = Map.groupBy(locations, ({ parentLocationId }) => parentLocationId);
  // Names compare alike in all languages of the product as far as letters and numbers of shelves go.
  const order = siblingOrder("en");
  const walked: WalkedLocation[] = [];
  const waiting = (yield* sortInSteps(locations.filter(isBeginning), order)).toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    walked.push(next);
    const below = yield* sortInSteps(children.get(next.oid) ?? [], order);
    for (const child of below.toReversed()) waiting.push(child);
    yield null;
  }
  return walked;
}
