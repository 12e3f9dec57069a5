import { msg } from "../domain/message.ts";
import type { RecordDeclaration } from "./record.ts";

/** A location: a site, a room, a shelf, in a tree. */
export const LOCATION = {
  table: "location",
  entity: "location",
  label: msg("Location"),
  feedKind: 8,
  hasDeleted: true,
  fields: {
    name: { kind: "text", isRequired: true, reach: "everywhere", label: msg("Name") },
    code: { kind: "text", isNullable: true, reach: "everywhere", label: msg("Code") },
    parentLocationId: {
      kind: "reference",
      to: "location",
      isNullable: true,
      reach: "everywhere",
      label: msg("Parent location"),
    },
    // Null: after its siblings with a position, by name.
    position: { kind: "order", isNullable: true, reach: "everywhere", label: msg("Position in the order") },
  },
  internal: { nameFolded: { type: "text" } },
} as const satisfies RecordDeclaration;
