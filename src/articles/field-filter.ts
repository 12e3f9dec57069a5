import { findCustomField } from "../custom-fields/custom-field.ts";
import { parseCustomValue } from "../domain/custom-fields.ts";
import { Invalid } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import { fold } from "../domain/text-folding.ts";
import type { Db } from "../storage/database/statement.ts";
import type { FilterParams } from "./filter-params.ts";
import type { PageFilter } from "./page-filter.ts";

type FieldFilter = Pick<
  PageFilter,
  "fieldId" | "fieldEquals" | "fieldContains" | "fieldFrom" | "fieldTo" | "fieldEmpty"
>;

const NONE: FieldFilter = {
  fieldId: null,
  fieldEquals: null,
  fieldContains: null,
  fieldFrom: null,
  fieldTo: null,
  fieldEmpty: null,
};

/** The filter by a custom field. Without a condition on its value, articles must have one. Throws Invalid. */
export function fieldFilter(
  db: Db,
  tenantId: number,
  { fieldId, fieldValue, fieldFrom, fieldTo, fieldEmpty }: FilterParams,
  prefix: string,
): FieldFilter {
  const given = { fieldValue, fieldFrom, fieldTo, fieldEmpty };
  if (fieldId === undefined) {
    const [name] = Object.entries(given).find(([, value]) => value !== undefined && value !== null) ?? [];
    if (name !== undefined) throw Invalid.field(`${prefix}${name}`, msg("needs fieldId"));
    return NONE;
  }
  const field = findCustomField(db, tenantId, fieldId);
  const isText = field?.type === "text" || field?.type === "link";
  const parsed = (name: "fieldValue" | "fieldFrom" | "fieldTo") => {
    const text = given[name] ?? null;
    if (text === null || field === null || isText) return text;
    const result = parseCustomValue(field, text);
    if (!("error" in result)) return result.value;
    // Articles may have a removed choice.
    if (field.type === "choice") return text;
    throw Invalid.field(`${prefix}${name}`, result.error);
  };
  const bound = (name: "fieldFrom" | "fieldTo") => {
    const value = parsed(name);
    if (value === null || field === null) return value;
    if (field.type !== "number" && field.type !== "date")
      throw Invalid.field(`${prefix}${name}`, msg("is for numbers and dates only"));
    return field.type === "number" ? Number(value) : value;
  };
  const value = parsed("fieldValue");
  const contained = isText && value !== null ? fold(value) : null;
  // Accents alone are in no value, or in every one that has a blank.
  if (contained?.trim() === "") throw Invalid.field(`${prefix}fieldValue`, msg("is required"));
  const [from, to] = [bound("fieldFrom"), bound("fieldTo")];
  const hasCondition = value !== null || from !== null || to !== null;
  // No article has a value of an unknown field: none is found, not all.
  const isEmpty = fieldEmpty === true && field !== null;
  return {
    fieldId,
    fieldEquals: isText ? null : value,
    fieldContains: contained,
    fieldFrom: from,
    fieldTo: to,
    fieldEmpty: isEmpty ? 1 : typeof fieldEmpty !== "boolean" && hasCondition ? null : 0,
  };
}
