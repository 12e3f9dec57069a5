import { isInCatalogue } from "../catalogue/catalogue.ts";
import { type CustomFieldType, choicesError, MAX_CUSTOM_FIELDS } from "../domain/custom-fields.ts";
import { Invalid, NotFound, WrongState } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import { nameKey } from "../domain/text-folding.ts";
import { CUSTOM_FIELD } from "../records/custom-field.ts";
import { type GivenFields, newColumns } from "../storage/database/schema.ts";
import type { Db, Tx } from "../storage/database/statement.ts";
import { assertNameIsFree, isSameName } from "./names.ts";
import * as store from "./store.ts";
import { assertUsesPermit, type CountedUses } from "./uses.ts";

export { fieldsChange, valueIn, valuesJson } from "./store.ts";

type Row = NonNullable<ReturnType<typeof store.record.first>>;

/** A field of a tenant with its parsed columns. */
export interface CustomFieldRecord extends Omit<Row, "choices" | "categoryIds"> {
  readonly choices: readonly string[] | null;
  /** Null: all articles have it. */
  readonly categoryIds: readonly number[] | null;
}

type ChangedProperties = Omit<GivenFields<typeof CUSTOM_FIELD>, "choices" | "categoryIds" | "position"> & {
  readonly choices?: readonly string[] | null | undefined;
  readonly categoryIds?: readonly number[] | null | undefined;
};
/** The properties of a new field. */
export type NewCustomField = ChangedProperties & { readonly name: string; readonly type: CustomFieldType };

/** Changes of a field. `position` is its index in the list, from 0. */
type CustomFieldChanges = ChangedProperties & { readonly position?: number | undefined };

/** All fields of a tenant in their order, deleted ones too: articles may have values of them. */
export function allCustomFields(db: Db, tenantId: number): CustomFieldRecord[] {
  return store.records.all(db, { tenantId }).map(parsed);
}

/** The fields of a tenant that are not deleted, in their order. */
export function listCustomFields(db: Db, tenantId: number): CustomFieldRecord[] {
  return allCustomFields(db, tenantId).filter(({ deleted }) => deleted === 0);
}

/** The field of this id. Throws NotFound. */
export function getCustomField(db: Db, tenantId: number, oid: number): CustomFieldRecord {
  const found = store.record.first(db, { tenantId, oid });
  if (found === null) throw new NotFound(msg("Custom field not found."));
  return parsed(found);
}

/** The field of this id, deleted ones too; null: none. */
export function findCustomField(db: Db, tenantId: number, oid: number): CustomFieldRecord | null {
  return allCustomFields(db, tenantId).find((field) => field.oid === oid) ?? null;
}

/** True if articles of the category have the field. */
export function isFieldOf(field: CustomFieldRecord, categoryId: number): boolean {
  return field.deleted === 0 && (field.categoryIds === null || field.categoryIds.includes(categoryId));
}

/**
 * Adds a field at the end and returns its oid. Throws Invalid, Conflict on the name, WrongState where there are too many. `reserved`:
 * names of columns that no field may have, by `columnKey`.
 */
export function addCustomField(
  tx: Tx,
  tenantId: number,
  fields: NewCustomField,
  reserved: ReadonlySet<string>,
): number {
  const present = listCustomFields(tx, tenantId);
  if (present.length >= MAX_CUSTOM_FIELDS)
    throw new WrongState(msg("There are {max} custom fields already.", { max: MAX_CUSTOM_FIELDS }));
  assertNameIsFree(fields, present, reserved);
  const position = (present.at(-1)?.position ?? -1) + 1;
  return store.insert.run(tx, checkedColumns(tx, { tenantId, position, categoryIds: null }, fields)).oid;
}

/** What decides about a change of a field. */
interface ChangeRules {
  /** Counted before the transaction for these changes; null: not counted, because no change needs it. */
  readonly uses: CountedUses | null;
  readonly isForced: boolean;
  /** Names of columns that no field may have, by `columnKey`. */
  readonly reserved: ReadonlySet<string>;
}

/** Changes the given properties. Throws as `addCustomField`, and Conflict where the uses do not permit it. */
export function changeCustomField(
  tx: Tx,
  record: CustomFieldRecord,
  { position, ...changes }: CustomFieldChanges,
  { uses, isForced, reserved }: ChangeRules,
): void {
  const after = changedField(record, changes);
  if (!isSameName(record, after)) {
    const others = listCustomFields(tx, record.tenantId).filter(({ oid }) => oid !== record.oid);
    assertNameIsFree(after, others, reserved);
  }
  const columns = checkedColumns(tx, record, after);
  if (uses !== null) assertUsesPermit(tx, record, after, uses, isForced);
  store.update.run(tx, { ...columns, oid: record.oid });
  if (position !== undefined) moveTo(tx, record, position);
}

/** A field with changed properties. The unit and the choices are those of its type. */
export function changedField(record: CustomFieldRecord, changes: ChangedProperties): NewCustomField {
  const { type = record.type } = changes;
  const before = {
    ...record,
    unit: type === "number" ? record.unit : null,
    choices: type === "choice" ? record.choices : null,
    isRequired: record.isRequired === 1,
  };
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  return { ...before, ...given };
}

/**
 * Deletes a field. Values of it stay in the articles. Throws Conflict where articles have values, unless `isForced`. `uses` null: the
 * field is newer than the count, so there are none.
 */
export function deleteCustomField(
  tx: Tx,
  record: CustomFieldRecord,
  { uses, isForced }: { readonly uses: CountedUses | null; readonly isForced: boolean },
): void {
  if (uses !== null) assertUsesPermit(tx, record, null, uses, isForced);
  store.update.run(tx, { ...stored(record), deleted: 1, change: tx.change });
}

function moveTo(tx: Tx, record: CustomFieldRecord, index: number): void {
  const others = listCustomFields(tx, record.tenantId).filter(({ oid }) => oid !== record.oid);
  const after = [...others.slice(0, index), record, ...others.slice(index)];
  for (const [position, { oid, position: before }] of after.entries())
    if (position !== before) store.setPosition.run(tx, { oid, position });
}

/** The columns of a field with these properties. `before`: its stored categories, of which one may be deleted. */
function checkedColumns(
  tx: Tx,
  before: Pick<CustomFieldRecord, "tenantId" | "position" | "categoryIds">,
  fields: NewCustomField,
) {
  const { tenantId, position } = before;
  const { name, type, unit = null, choices = null, categoryIds = null } = fields;
  if (type === "choice" && choices === null) throw Invalid.field("choices", msg("is required"));
  if (type !== "choice" && choices !== null)
    throw Invalid.field("choices", msg("is for fields of the type choice only"));
  if (type !== "number" && unit !== null)
    throw Invalid.field("unit", msg("is for fields of the type number only"));
  const trimmed = choices?.map((one) => one.trim()) ?? null;
  const wrong = trimmed && choicesError(trimmed);
  if (wrong) throw Invalid.field("choices", wrong);
  for (const [index, oid] of (categoryIds ?? []).entries()) {
    const isKnown = before.categoryIds?.includes(oid) ?? false;
    if (!isKnown && !isInCatalogue(tx, "articleCategory", oid, tenantId))
      throw Invalid.field(`categoryIds.${index}`, msg("names no existing record"));
  }
  return {
    ...newColumns(CUSTOM_FIELD, {
      ...fields,
      position,
      choices: trimmed && JSON.stringify(trimmed),
      categoryIds: categoryIds && JSON.stringify([...new Set(categoryIds)].sort((a, b) => a - b)),
    }),
    tenantId,
    nameKey: nameKey(name),
    deleted: 0,
    change: tx.change,
  } as const;
}

function stored(record: CustomFieldRecord) {
  return {
    ...record,
    choices: record.choices && JSON.stringify(record.choices),
    categoryIds: record.categoryIds && JSON.stringify(record.categoryIds),
  };
}

function parsed(row: Row): CustomFieldRecord {
  // Written by `checkedColumns`.
  const choices = row.choices === null ? null : (JSON.parse(row.choices) as string[]);
  const categoryIds = row.categoryIds === null ? null : (JSON.parse(row.categoryIds) as number[]);
  return { ...row, choices, categoryIds };
}
