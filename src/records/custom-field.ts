import { CUSTOM_FIELD_TYPES } from "../domain/custom-fields.ts";
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
    type: { kind: "choice", of: CUSTOM_FIELD_TYPES, reach: "everywhere", label: msg("Type") },
    unit: { kind: "text", isNullable: true, reach: "everywhere", label: msg("Unit") },
    choices: { kind: "list", isNullable: true, reach: "everywhere", label: msg("Choices") },
    // Null: all articles have the field.
    categoryIds: { kind: "ints", isNullable: true, reach: "everywhere", label: msg("Categories") },
    isRequired: { kind: "flag", reach: "everywhere", label: msg("Required") },
    position: { kind: "order", reach: "everywhere", label: msg("Position in the order") },
  },
  internal: { nameKey: { type: "text", isUnique: true } },
} as const satisfies RecordDeclaration;
