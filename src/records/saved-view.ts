import { msg } from "../domain/message.ts";
import { MAX_VIEW_QUERY_LENGTH } from "../domain/text-limits.ts";
import type { RecordDeclaration } from "./record.ts";

/** A saved view of a list of the console: the parameters of its address by a name. */
export const SAVED_VIEW = {
  table: "savedView",
  entity: "savedView",
  label: msg("Saved view"),
  names: ["name"],
  lostAs: "views",
  feedKind: null,
  hasDeleted: false,
  fields: {
    screen: {
      kind: "text",
      isRequired: true,
      reach: "inside",
      label: msg("Screen"),
      description: "path of the list in the console, such as `/articles`",
      except: { change: "a view stays with its list" },
    },
    name: { kind: "text", isRequired: true, reach: "inside", label: msg("Name") },
    query: {
      kind: "text",
      length: MAX_VIEW_QUERY_LENGTH,
      isRequired: true,
      reach: "inside",
      label: msg("Filters and columns"),
      description: "parameters of the address, such as `q=saw&sort=-price`; may be empty",
    },
    // Null: shared.
    userId: {
      kind: "reference",
      to: "user",
      isNullable: true,
      reach: "personal",
      label: msg("View of", "user"),
      except: { list: "`isShared`", body: "`isShared`" },
    },
  },
  internal: { nameKey: { type: "text", isUnique: true } },
} as const satisfies RecordDeclaration;
