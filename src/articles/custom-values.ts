import { allCustomFields, type CustomFieldRecord, isFieldOf } from "../custom-fields/custom-field.ts";
import { type CustomValueInput, parseCustomValue } from "../domain/custom-fields.ts";
import { assertNoErrors, type FieldError } from "../domain/errors.ts";
import { type Message, msg } from "../domain/message.ts";
import { searchedValues } from "../domain/word-search.ts";
import type { Db } from "../storage/database/statement.ts";

// The values of custom fields in an article: one JSON object with the oid of the field and the value as text.

/** Values by the oid of the field; null removes one. */
export type GivenValues = Readonly<Record<string, CustomValueInput | null>>;
/** Stored values by the oid of the field. */
type StoredValues = Readonly<Record<string, string>>;

/** The values of a column of `article`. */
export function storedValues(customValues: string | null): StoredValues {
  // Written by `valuesAfter`.
  return customValues === null ? {} : (JSON.parse(customValues) as Record<string, string>);
}

/**
 * The column after an edit that gives these values. Values that it does not name stay, also those that the category does not have.
 * Throws Invalid that names each wrong value.
 */
export function valuesAfter(
  db: Db,
  tenantId: number,
  before: string | null,
  categoryId: number,
  given: GivenValues | undefined,
): string | null {
  if (given === undefined) return before;
  const fields = new Map(allCustomFields(db, tenantId).map((field) => [String(field.oid), field]));
  const values: Record<string, string> = { ...storedValues(before) };
  const errors: FieldError[] = [];
  for (const [oid, input] of Object.entries(given)) {
    const checked = checkValue(fields.get(oid), categoryId, values[oid], input);
    if ("error" in checked) errors.push({ path: `fields.${oid}`, text: checked.error });
    else if (checked.value === null) delete values[oid];
    else values[oid] = checked.value;
  }
  assertNoErrors(errors);
  return Object.keys(values).length === 0 ? null : JSON.stringify(values);
}

/** Throws Invalid that names each value that no article may have. `prefix`: of the paths. */
export function assertValues(db: Db, tenantId: number, given: GivenValues, prefix: string): void {
  const fields = new Map(allCustomFields(db, tenantId).map((field) => [String(field.oid), field]));
  const errors = Object.entries(given).flatMap(([oid, input]): FieldError[] => {
    const field = fields.get(oid);
    const path = `${prefix}fields.${oid}`;
    if (field === undefined) return [{ path, text: msg("names no existing record") }];
    if (input === null || input === "") return [];
    const parsed = parseCustomValue(field, input);
    return "error" in parsed ? [{ path, text: parsed.error }] : [];
  });
  assertNoErrors(errors);
}

/** The value to store, null for none, or why it is refused. The present value passes always. */
export function checkValue(
  field: CustomFieldRecord | undefined,
  categoryId: number,
  before: string | undefined,
  input: CustomValueInput | null,
): { readonly value: string | null } | { readonly error: Message } {
  if (field === undefined) return { error: msg("names no existing record") };
  const isEmpty = input === null || (typeof input === "string" && input.trim() === "");
  const isOwn = isFieldOf(field, categoryId);
  if (isEmpty) return isOwn && field.isRequired === 1 ? { error: msg("is required") } : { value: null };
  if (before !== undefined && String(input) === before) return { value: before };
  if (!isOwn) return { error: msg("is not a field of the article's category") };
  return parseCustomValue(field, input);
}

/** The texts of a column that searches find. */
export function textsOf(customValues: string | null): readonly string[] {
  return searchedValues(storedValues(customValues));
}
