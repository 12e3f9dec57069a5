import type { FieldError } from "../domain/errors.ts";
import { Conflict, Invalid, NotFound, WrongState } from "../domain/errors.ts";
import { type Locale, type Message, msg } from "../domain/message.ts";
import { fold, nameKey } from "../domain/text-folding.ts";
import type { Db, Tx } from "../storage/database/statement.ts";
import { isGlobalStateName } from "./article-states.ts";
import { moveTo, setHidden } from "./order.ts";
import * as store from "./store.ts";
import { assertUnused, countUses, type Uses } from "./uses.ts";

export { ArticleState } from "./article-states.ts";

export type CatalogueName = store.CatalogueName;
export type CatalogueRecord = NonNullable<ReturnType<(typeof store.record)["articleType"]["first"]>>;

/** True when the record is the tenant's, or global. */
export function isInCatalogue(db: Db, catalogue: CatalogueName, oid: number, tenantId: number): boolean {
  return store.record[catalogue].first(db, { oid, tenantId }) !== null;
}

/** The record of this id, the tenant's or a global one. Throws NotFound. */
export function getCatalogueRecord(
  db: Db,
  catalogue: CatalogueName,
  tenantId: number,
  oid: number,
): CatalogueRecord {
  const found = store.record[catalogue].first(db, { tenantId, oid });
  if (found === null) throw new NotFound();
  return found;
}

/** Adds a record to a tenant's catalogue; gives its oid. Throws Conflict when the tenant's or a global one has the name. */
export function addToCatalogue(tx: Tx, catalogue: CatalogueName, tenantId: number, name: string): number {
  assertNameIsFree(tx, catalogue, tenantId, name, null);
  return store.insert[catalogue].run(tx, { tenantId, ...namesOf(name), change: tx.change }).oid;
}

/** Gives a tenant's own record a name, or keeps it. Throws as `addToCatalogue`, and WrongState for a global one. */
export function rename(
  tx: Tx,
  catalogue: CatalogueName,
  record: CatalogueRecord,
  name: string = record.name,
): void {
  const tenantId = getOwnTenant(record);
  assertNameIsFree(tx, catalogue, tenantId, name, record.oid);
  store.update[catalogue].run(tx, { tenantId, oid: record.oid, ...namesOf(name), change: tx.change });
}

/** What may be changed of a record; `position` is its place in the list, counted from 0. */
export interface CatalogueChanges {
  readonly name?: string | undefined;
  readonly isHidden?: boolean | undefined;
  readonly position?: number | undefined;
}

/** Changes what is given of a record: a global one may be hidden and moved by each tenant. Throws as `rename`. */
export function changeRecord(
  tx: Tx,
  { tenantId, catalogue, language }: { tenantId: number; catalogue: CatalogueName; language: Locale },
  record: CatalogueRecord,
  { name, isHidden, position }: CatalogueChanges,
): void {
  const placed = { tenantId, catalogue, oid: record.oid };
  const isSet = isHidden !== undefined || position !== undefined;
  if (name === undefined ? !isSet : !hasName(catalogue, record, name)) rename(tx, catalogue, record, name);
  if (isHidden !== undefined) setHidden(tx, placed, isHidden);
  if (position !== undefined) moveTo(tx, placed, position, language);
}

/** A client that sends back all that it was shown does not rename a global record. */
function hasName(catalogue: CatalogueName, { oid, tenantId, name: now }: CatalogueRecord, name: string) {
  if (tenantId !== null) return false;
  return name === now || (catalogue === "articleState" && isGlobalStateName(name, oid));
}

/**
 * Removes a tenant's own record. Throws Conflict with what uses it, WrongState for a global one. `counted` are its uses as
 * they were a moment ago: many are counted in the reader thread.
 */
export function remove(tx: Tx, catalogue: CatalogueName, record: CatalogueRecord, counted: Uses): void {
  const tenantId = getOwnTenant(record);
  assertUnused(counted);
  assertUnused(countUses(tx, catalogue, record.oid));
  store.remove[catalogue].run(tx, { tenantId, oid: record.oid });
}

/** The tenant that a record belongs to. Throws WrongState for a global one. */
export function getOwnTenant({ tenantId }: CatalogueRecord): number {
  if (tenantId !== null) return tenantId;
  throw new WrongState(
    msg(
      "This record is global: it can be hidden and moved, but not renamed, merged or deleted.",
      "Tento záznam je globální: lze jej skrýt a přesunout, ne však přejmenovat, sloučit ani smazat.",
    ),
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
  throw new Conflict(msg(`${name} is in this list already.`, `${name} už v tomto číselníku je.`), [
    { path: "name", words: msg("is taken by another record", "už má jiný záznam") },
  ]);
}

const UNKNOWN_REFERENCE: Message = msg("names nothing known here", "neoznačuje nic, co je tu známo");

/** Collects the references of one input that name nothing in the tenant, to tell them all at once. */
export class ReferenceChecks {
  readonly #faults: FieldError[] = [];

  /** Notes a fault at `path` unless `exists`; an absent or null reference is none. */
  check(path: string, oid: number | null | undefined, exists: (oid: number) => boolean): this {
    if (oid !== null && oid !== undefined && !exists(oid))
      this.#faults.push({ path, words: UNKNOWN_REFERENCE });
    return this;
  }

  /** Throws Invalid when any was at fault. */
  assertValid(): void {
    const [first, ...others] = this.#faults;
    if (first) throw Invalid.fields([first, ...others]);
  }
}
