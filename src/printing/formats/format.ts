import { Conflict, Invalid, orNotFound } from "../../domain/errors.ts";
import type { LabelLayout } from "../../domain/label-layout.ts";
import { msg } from "../../domain/message.ts";
import type { LabelSubject } from "../../domain/placeholder-names.ts";
import { nameKey } from "../../domain/text-folding.ts";
import type { Db, Tx } from "../../storage/database/statement.ts";
import { assertPrinterType, printerTypeOf } from "../languages/printer-types.ts";
import { assertTemplate } from "../languages/registry.ts";
import { assertNewLayout } from "../layouts/draw-layout.ts";
import * as store from "./store.ts";

/** What a format prints: a template in the language of a printer type, or a layout (JSON). */
export interface FormatSource {
  readonly template: string | null;
  readonly printerTypeId: number | null;
  readonly layout: string | null;
  readonly subject: LabelSubject;
}

/** The given fields of a format. */
export interface FormatFields {
  readonly name?: string | undefined;
  readonly template?: string | undefined;
  readonly printerTypeId?: number | undefined;
  readonly layout?: LabelLayout | undefined;
  readonly subject?: LabelSubject | undefined;
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

/** The layout of a drawn format. */
export function layoutOf({ layout }: Pick<FormatSource, "layout">): LabelLayout {
  if (layout === null) throw new Error("the label format is not drawn");
  // Checked before it was stored.
  return JSON.parse(layout) as LabelLayout;
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

/** The source of a new format. */
const NO_SOURCE: FormatSource = {
  template: null,
  printerTypeId: null,
  layout: null,
  subject: "article",
};

/**
 * What a format prints, with the given fields in place of the former ones. A template stays a template, a layout a layout. Throws
 * Invalid; codes and pictures must have been checked before.
 */
function changedSource(fields: FormatFields, former: FormatSource): FormatSource {
  const { subject = former.subject } = fields;
  const isDrawn = former.layout !== null || (former.template === null && fields.layout !== undefined);
  return isDrawn ? changedLayout(fields, former, subject) : changedTemplate(fields, former, subject);
}

function changedLayout(fields: FormatFields, former: FormatSource, subject: LabelSubject): FormatSource {
  for (const path of ["template", "printerTypeId"] as const)
    if (fields[path] !== undefined) throw Invalid.field(path, msg("must be absent where the label is drawn"));
  const layout = fields.layout ?? layoutOf(former);
  assertNewLayout(layout, subject);
  return { template: null, printerTypeId: null, layout: JSON.stringify(layout), subject };
}

function changedTemplate(fields: FormatFields, former: FormatSource, subject: LabelSubject): FormatSource {
  if (fields.layout !== undefined)
    throw Invalid.field("layout", msg("must be absent where the label has a template"));
  const template = required("template", fields.template ?? former.template);
  const printerTypeId = required("printerTypeId", fields.printerTypeId ?? former.printerTypeId);
  assertPrinterType(printerTypeId);
  assertTemplate(template, printerTypeOf(printerTypeId), subject);
  return { template, printerTypeId, layout: null, subject };
}

function required<T>(path: string, value: T | null): T {
  if (value === null) throw Invalid.field(path, msg("is required"));
  return value;
}
