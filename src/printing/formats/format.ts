import { Conflict, orNotFound } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { nameKey } from "../../domain/text-folding.ts";
import type { Db, Tx } from "../../storage/database/statement.ts";
import { changedSource, NO_SOURCE, type SourceFields } from "./source.ts";
import * as store from "./store.ts";

export interface FormatFields extends SourceFields {
  readonly name?: string | undefined;
}
type NewFormat = FormatFields & { readonly name: string };
type FormatRecord = NonNullable<ReturnType<typeof store.record.first>>;

/** Finds a label format of the tenant by its id; null when there is none. */
export function findFormat(db: Db, tenantId: number, oid: number): FormatRecord | null {
  return store.record.first(db, { tenantId, oid });
}

/** Finds a label format of the tenant by its id. Throws NotFound. */
export function getFormat(db: Db, tenantId: number, oid: number): FormatRecord {
  return orNotFound(findFormat(db, tenantId, oid), msg("Label format not found."));
}

/** True if the tenant has a label format. */
export function hasFormats(db: Db, tenantId: number): boolean {
  return store.all.first(db, { tenantId }) !== null;
}

/**
 * Adds a label format and returns its oid: a template with its printer type, or a layout. The subject is `article` by default. Throws
 * Invalid on the source, Conflict on the name.
 */
export function addFormat(tx: Tx, tenantId: number, { name, ...fields }: NewFormat): number {
  const source = changedSource(fields, NO_SOURCE);
  assertNameIsFree(tx, tenantId, name, null);
  return store.insert.run(tx, {
    tenantId,
    name,
    nameKey: nameKey(name),
    ...source,
    deleted: 0,
    change: tx.change,
  }).oid;
}

/** Changes the given fields of a format. Existing requests keep their bytes. Throws as `addFormat`. */
export function changeFormat(tx: Tx, record: FormatRecord, fields: FormatFields): void {
  const { name = record.name, template, printerTypeId, layout, subject } = fields;
  const isSame = [template, printerTypeId, layout, subject].every((value) => value === undefined);
  const source = isSame ? {} : changedSource(fields, record);
  assertNameIsFree(tx, record.tenantId, name, record.oid);
  store.update.run(tx, { ...record, ...source, name, nameKey: nameKey(name), change: tx.change });
}

/** Deletes a format. Existing requests keep their bytes. */
export function deleteFormat(tx: Tx, record: FormatRecord): void {
  store.update.run(tx, { ...record, deleted: 1, change: tx.change });
}

function assertNameIsFree(db: Db, tenantId: number, name: string, own: number | null): void {
  const existing = store.byName.first(db, { tenantId, nameKey: nameKey(name) });
  if (existing === null || existing.oid === own) return;
  throw new Conflict(msg("There is already a format named {name}.", { name }), [
    { path: "name", text: msg("is taken by another format") },
  ]);
}
