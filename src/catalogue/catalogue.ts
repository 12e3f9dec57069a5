import {
  assertNoErrors,
  Conflict,
  type FieldError,
  Invalid,
  orNotFound,
  WrongState,
} from "../domain/errors.ts";
import { type Message, msg } from "../domain/message.ts";
import { fold, nameKey } from "../domain/text-folding.ts";
import type { Locale } from "../i18n/locales.ts";
import { assertCategoryNotOwned } from "../master-data/ownership.ts";
import type { CatalogueName } from "../records/catalogues.ts";
import type { Db, Tx } from "../storage/database/statement.ts";
import { isGlobalStateName } from "./article-states.ts";
import { moveTo, setDefault, setHidden } from "./order.ts";
import * as store from "./store.ts";
import { assertUnused, countUses, type Uses } from "./uses.ts";

type CatalogueRecord = NonNullable<ReturnType<(typeof store.record)["articleType"]["first"]>>;

/** True if the record belongs to the tenant or is global. */
export function isInCatalogue(db: Db, catalogue: CatalogueName, oid: number, tenantId: number): boolean {
  return store.record[catalogue].first(db, { oid, tenantId }) !== null;
}

/** The record with this id, the tenant's or a global one. Throws NotFound. */
export function getCatalogueRecord(
  db: Db,
  catalogue: CatalogueName,
  tenantId: number,
  oid: number,
): CatalogueRecord {
  return orNotFound(store.record[catalogue].first(db, { tenantId, oid }));
}

/** The name of a record, the tenant's or a global one; null: none. */
export function findCatalogueName(
  db: Db,
  catalogue: CatalogueName,
  tenantId: number,
  oid: number,
): string | null {
  return store.record[catalogue].first(db, { tenantId, oid })?.name ?? null;
}

/** The oid of a record with this name, the tenant's or a global one; null: none. Ignores letter case. */
export function findInCatalogue(
  db: Db,
  catalogue: CatalogueName,
  tenantId: number,
  name: string,
): number | null {
  return store.byName[catalogue].first(db, { tenantId, nameKey: nameKey(name) })?.oid ?? null;
}

/** The names of the records that the tenant sees, its own first. */
export function listCatalogueNames(db: Db, catalogue: CatalogueName, tenantId: number) {
  return store.names[catalogue].all(db, { tenantId });
}

/** Adds a record to a tenant's catalogue and returns its oid. Throws Conflict if another record has the name. */
export function addToCatalogue(tx: Tx, catalogue: CatalogueName, tenantId: number, name: string): number {
  assertNameIsFree(tx, catalogue, tenantId, name, null);
  return store.insert[catalogue].run(tx, { tenantId, ...namesOf(name), change: tx.change }).oid;
}

/**
 * Renames a tenant's own record. Throws as `addToCatalogue`, WrongState for a global record, and Invalid for a category that the
 * head office owns.
 */
function renameRecord(
  tx: Tx,
  catalogue: CatalogueName,
  record: CatalogueRecord,
  name: string = record.name,
): void {
  const tenantId = getOwnTenant(record);
  assertNameIsFree(tx, catalogue, tenantId, name, record.oid);
  if (catalogue === "articleCategory" && nameKey(name) !== nameKey(record.name))
    assertCategoryNotOwned(tx, tenantId, record.name, "name");
  store.update[catalogue].run(tx, { tenantId, oid: record.oid, ...namesOf(name), change: tx.change });
}

/** Changes of a record. `position` is its index in the list, from 0. */
interface CatalogueChanges {
  readonly name?: string | undefined;
  readonly isHidden?: boolean | undefined;
  readonly position?: number | undefined;
  readonly isDefault?: boolean | undefined;
}

/**
 * Changes the given fields. Each tenant may hide and move global records. Throws as `rename`, and Invalid for a default record
 * of another list than that of currencies.
 */
export function changeRecord(
  tx: Tx,
  { tenantId, catalogue, language }: { tenantId: number; catalogue: CatalogueName; language: Locale },
  record: CatalogueRecord,
  { name, isHidden, position, isDefault }: CatalogueChanges,
): void {
  const key = { tenantId, catalogue, oid: record.oid };
  if (isDefault === true && catalogue !== "currencyType")
    throw Invalid.field("isDefault", msg("is for currencies alone: leave it out"));
  const isSet = isHidden !== undefined || position !== undefined || isDefault !== undefined;
  if (name === undefined ? !isSet : !hasName(catalogue, record, name))
    renameRecord(tx, catalogue, record, name);
  if (isHidden !== undefined) setHidden(tx, key, isHidden);
  if (isDefault !== undefined) setDefault(tx, key, isDefault);
  if (position !== undefined) moveTo(tx, key, position, language);
}

/** True if a global record has this name already, so that a client may send back the record as it was shown. */
function hasName(catalogue: CatalogueName, { oid, tenantId, name: now }: CatalogueRecord, name: string) {
  if (tenantId !== null) return false;
  return name === now || (catalogue === "articleState" && isGlobalStateName(name, oid));
}

/**
 * Removes a tenant's own record. Throws Conflict that lists its uses, or for the company's currency, WrongState for a global record. `counted`: uses counted
 * in the reader thread before the transaction, because there may be many.
 */
export function removeRecord(tx: Tx, catalogue: CatalogueName, record: CatalogueRecord, counted: Uses): void {
  const tenantId = getOwnTenant(record);
  if (store.defaultRecord.first(tx, { tenantId, catalogue })?.recordId === record.oid)
    throw new Conflict(
      msg("{name} is the company's currency. Choose another one before you delete it.", {
        name: record.name,
      }),
    );
  assertUnused(counted);
  assertUnused(countUses(tx, catalogue, record.oid));
  store.remove[catalogue].run(tx, { tenantId, oid: record.oid });
}

/** Removes records of the tenant. Nothing may refer to them. */
export function eraseRecords(
  tx: Tx,
  catalogue: CatalogueName,
  tenantId: number,
  oids: readonly number[],
): void {
  store.removeAll[catalogue].run(tx, { tenantId, oids: JSON.stringify(oids) });
}

/** The tenant that owns a record. Throws WrongState for a global record. */
export function getOwnTenant({ tenantId }: CatalogueRecord): number {
  if (tenantId !== null) return tenantId;
  throw new WrongState(
    msg("This record is global: it can be hidden and moved, but not renamed, merged or deleted."),
  );
}

const namesOf = (name: string) => ({ name, nameKey: nameKey(name), nameFolded: fold(name) });

function assertNameIsFree(
  db: Db,
  catalogue: CatalogueName,
  tenantId: number,
  name: string,
  own: number | null,
): void {
  const holders = store.byName[catalogue].all(db, { tenantId, nameKey: nameKey(name) });
  const isOfGlobal = catalogue === "articleState" && isGlobalStateName(name);
  if (holders.every(({ oid }) => oid === own) && !isOfGlobal) return;
  throw new Conflict(msg("{name} is in this list already.", { name }), [
    { path: "name", text: msg("is taken by another record") },
  ]);
}

const UNKNOWN_REFERENCE: Message = msg("names no existing record");

/** Checks the references of an input and reports all unknown ones at once. */
export class ReferenceChecks {
  readonly #faults: FieldError[] = [];

  /** Adds an error at `path` unless the record exists. Absent and null references are valid. */
  check(path: string, oid: number | null | undefined, exists: (oid: number) => boolean): this {
    if (oid !== null && oid !== undefined && !exists(oid))
      this.#faults.push({ path, text: UNKNOWN_REFERENCE });
    return this;
  }

  /** Throws Invalid if any reference is unknown. */
  assertValid(): void {
    assertNoErrors(this.#faults);
  }
}
