import { Conflict, NotFound } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { LabelSubject } from "../../domain/placeholder-names.ts";
import { nameKey } from "../../domain/text-folding.ts";
import type { Db, Tx } from "../../storage/database/statement.ts";
import { checkPrinterType, printerTypeOf } from "../languages/printer-types.ts";
import { checkTemplate } from "../languages/registry.ts";
import * as store from "./store.ts";

export interface FormatFields {
  readonly name?: string | undefined;
  readonly template?: string | undefined;
  readonly printerTypeId?: number | undefined;
  readonly subject?: LabelSubject | undefined;
}
export interface NewFormat {
  readonly name: string;
  readonly template: string;
  readonly printerTypeId: number;
  /** Default: article. */
  readonly subject?: LabelSubject | undefined;
}
export type FormatRecord = NonNullable<ReturnType<typeof store.record.first>>;

/** Finds a label format of the tenant by its id; null when there is none. */
export function findFormat(db: Db, tenantId: number, oid: number): FormatRecord | null {
  return store.record.first(db, { tenantId, oid });
}

/** Finds a label format of the tenant by its id. Throws NotFound. */
export function formatOf(db: Db, tenantId: number, oid: number): FormatRecord {
  const found = findFormat(db, tenantId, oid);
  if (found === null) throw new NotFound(msg("Label format not found."));
  return found;
}

/** True if the tenant has a label format. */
export function hasFormats(db: Db, tenantId: number): boolean {
  return store.all.first(db, { tenantId }) !== null;
}

/** Adds a label format and returns its oid. Throws Invalid on the type or the template, Conflict on the name. */
export function addFormat(tx: Tx, tenantId: number, fields: NewFormat): number {
  const { name, template, printerTypeId, subject = "article" } = fields;
  checkFields(template, printerTypeId, subject);
  assertNameIsFree(tx, tenantId, name, null);
  return store.insert.run(tx, {
    tenantId,
    name,
    nameKey: nameKey(name),
    template,
    printerTypeId,
    subject,
    deleted: 0,
    change: tx.change,
  }).oid;
}

/** Changes the given fields of a format. Existing requests keep their bytes. Throws as `addFormat`. */
export function changeFormat(tx: Tx, record: FormatRecord, fields: FormatFields): void {
  const name = fields.name ?? record.name;
  const template = fields.template ?? record.template;
  const printerTypeId = fields.printerTypeId ?? record.printerTypeId;
  const subject = fields.subject ?? record.subject;
  if ([fields.template, fields.printerTypeId, fields.subject].some((field) => field !== undefined))
    checkFields(template, printerTypeId, subject);
  assertNameIsFree(tx, record.tenantId, name, record.oid);
  store.update.run(tx, {
    ...record,
    name,
    nameKey: nameKey(name),
    template,
    printerTypeId,
    subject,
    change: tx.change,
  });
}

/** Deletes a format. Existing requests keep their bytes. */
export function deleteFormat(tx: Tx, record: FormatRecord): void {
  store.update.run(tx, { ...record, deleted: 1, change: tx.change });
}

function checkFields(template: string, printerTypeId: number, subject: LabelSubject): void {
  checkPrinterType(printerTypeId);
  const type = printerTypeOf(printerTypeId);
  if (type !== null) checkTemplate(template, type, subject);
}

function assertNameIsFree(db: Db, tenantId: number, name: string, own: number | null): void {
  const existing = store.byName.first(db, { tenantId, nameKey: nameKey(name) });
  if (existing === null || existing.oid === own) return;
  throw new Conflict(msg("There is already a format named {name}.", { name }), [
    { path: "name", text: msg("is taken by another format") },
  ]);
}
