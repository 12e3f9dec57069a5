import { msg } from "../domain/message.ts";
import type { RecordDeclaration } from "./record.ts";

const PATH = { cells: "tables have the path" } as const;

/** A location: a site, a room, a shelf, in a tree. */
export const LOCATION = {
  table: "location",
  entity: "location",
  label: msg("Location"),
  names: ["name"],
  lostAs: "locations",
  feedKind: 8,
  hasDeleted: true,
  fields: {
    name: { kind: "text", isRequired: true, reach: "everywhere", label: msg("Name"), except: PATH },
    code: {
      kind: "text",
      isNullable: true,
      reach: "everywhere",
      label: msg("Code"),
      cells: { width: 14, aliases: ["location code", "kód umístění", "číslo", "number"] },
    },
    parentLocationId: {
      kind: "reference",
      to: "location",
      isOwner: true,
      isNullable: true,
      reach: "everywhere",
      label: msg("Parent location"),
      except: PATH,
    },
    // Null: after its siblings with a position, by name.
    position: {
      kind: "order",
      isNullable: true,
      reach: "everywhere",
      label: msg("Position in the order"),
      except: {
        new: "a new location comes last",
        list: "only where a client asks for it",
        cells: "tables are by path",
      },
    },
  },
  internal: { nameFolded: { type: "text" } },
} as const satisfies RecordDeclaration;
