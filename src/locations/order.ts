import { siblingOrder } from "../domain/sibling-order.ts";
import type { Locale } from "../i18n/locales.ts";
import type { Tx } from "../storage/database/statement.ts";
import * as store from "./store.ts";

/** A location among its siblings. */
interface SiblingKey {
  readonly tenantId: number;
  readonly oid: number;
  readonly parentLocationId: number | null;
}

/**
 * Shifts the siblings of a location and returns the position to store for it. `target` is the index among the siblings, from 0;
 * an index beyond the end means the end. All siblings get a position, so that new locations come last.
 */
export function reserveSiblingPosition(
  tx: Tx,
  { tenantId, oid, parentLocationId }: SiblingKey,
  target: number,
  language: Locale,
): number {
  const others = store.siblings
    .all(tx, { tenantId, parentLocationId })
    .filter((one) => one.oid !== oid)
    .sort(siblingOrder(language));
  for (const [index, one] of others.entries()) {
    const position = index < target ? index : index + 1;
    if (one.position !== position) store.setPosition.run(tx, { tenantId, oid: one.oid, position });
  }
  return Math.min(target, others.length);
}
