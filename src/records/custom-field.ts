import { CUSTOM_FIELD_TYPES, MAX_CUSTOM_FIELDS, MAX_UNIT_LENGTH } from "../domain/custom-fields.ts";
import { msg } from "../domain/message.ts";
import type { RecordDeclaration } from "./record.ts";

/** A field that a tenant has defined for its articles. */
export const CUSTOM_FIELD = {
  table: "customField",
  entity: "customField",
  label: msg("Custom field"),
  names: ["name"],
  lostAs: "lists",
  feedKind: 19,
  hasDeleted: true,
  fields: {
    name: { kind: "text", isRequired: true, reach: "everywhere", label: msg("Name") },
    type: {
      kind: "choice",
      of: CUSTOM_FIELD_TYPES,
      isRequired: true,
      reach: "everywhere",
      label: msg("Type"),
    },
    unit: {
      kind: "text",
      length: MAX_UNIT_LENGTH,
      isNullable: true,
      reach: "everywhere",
      label: msg("Unit"),
      description: "of a number",
    },
    choices: {
      kind: "list",
      isNullable: true,
      reach: "everywhere",
      label: msg("Choices"),
      description: "of a choice",
    },
    // Null: all articles have the field.
    categoryIds: {
      kind: "ints",
      to: "articleCategory",
      isNullable: true,
      reach: "everywhere",
      label: msg("Categories"),
      description: "articles of these categories have the field; null: all articles",
    },
    isRequired: { kind: "flag", reach: "everywhere", label: msg("Required") },
    position: {
      kind: "order",
      max: MAX_CUSTOM_FIELDS,
      reach: "everywhere",
      label: msg("Position in the order"),
      except: { new: "a new field comes last", list: "the list is in this order" },
    },
  },
  internal: { nameKey: { type: "text", isUnique: true } },
} as const satisfies RecordDeclaration;
