import type { Locale } from "../i18n/locales.ts";
import type { CatalogueName } from "../records/catalogues.ts";
import type { Tx } from "../storage/database/statement.ts";
import * as store from "./store.ts";

/** A record of a tenant's catalogue. */
interface RecordKey {
  readonly tenantId: number;
  readonly catalogue: CatalogueName;
  readonly oid: number;
}

/** Hides a record in the tenant's selects, or shows it again. */
export function setHidden(tx: Tx, { tenantId, catalogue, oid }: RecordKey, isHidden: boolean): void {
  store.setHidden.run(tx, {
    tenantId,
    catalogue,
    recordId: oid,
    value: isHidden ? 1 : 0,
    change: tx.change,
  });
}

/** Makes a record the default one of the list instead of another, or no longer. */
export function setDefault(tx: Tx, { tenantId, catalogue, oid }: RecordKey, isDefault: boolean): void {
  const setting = { tenantId, catalogue, change: tx.change };
  const { recordId: before = null } = store.defaultRecord.first(tx, setting) ?? {};
  if (isDefault === (before === oid)) return;
  if (before !== null) store.setDefault.run(tx, { ...setting, recordId: before, value: 0 });
  if (isDefault) store.setDefault.run(tx, { ...setting, recordId: oid, value: 1 });
}

/** Before a merge: where the merged record is the default one, its target becomes it. */
export function passDefault(tx: Tx, key: RecordKey, into: number): void {
  if (store.defaultRecord.first(tx, key)?.recordId === key.oid) setDefault(tx, { ...key, oid: into }, true);
}

/** Moves a record to an index in the tenant's list, from 0. An index beyond the end means the end. */
export function moveTo(
  tx: Tx,
  { tenantId, catalogue, oid }: RecordKey,
  index: number,
  language: Locale,
): void {
  const before = store.order[catalogue][language].all(tx, { tenantId });
  const moved = before.filter((one) => one.oid === oid);
  const others = before.filter((one) => one.oid !== oid);
  const after = [...others.slice(0, index), ...moved, ...others.slice(index)];
  // Records after the last one with a position stay ordered by name.
  const last = after.findLastIndex((one) => one.oid === oid || one.position !== null);
  for (const [position, one] of after.slice(0, last + 1).entries()) {
    if (one.position === position) continue;
    const change = one.oid === oid ? tx.change : 0;
    store.setPosition.run(tx, { tenantId, catalogue, recordId: one.oid, position, change });
  }
}
