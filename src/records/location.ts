import { msg } from "../domain/message.ts";
import type { RecordDeclaration } from "./record.ts";
import { RESPONSIBLE } from "./responsible.ts";

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
    // For what is at the location and below it. Null: who is responsible for the location above it.
    responsibleUserId: {
      kind: "reference",
      to: "user",
      isNullable: true,
      reach: "everywhere",
      label: msg("Responsible person"),
      except: { list: "the detail has it", terminal: "of use in the office" },
      cells: {
        name: "responsibleUser",
        title: msg("Responsible user"),
        width: 18,
        aliases: RESPONSIBLE,
      },
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
