import { msg } from "../domain/message.ts";
import type { RecordDeclaration } from "./record.ts";

/** A rule of minimum stock. */
export const REFILL_RULE = {
  table: "refillRule",
  entity: "refillRule",
  label: msg("Minimum stock"),
  feedKind: 22,
  hasDeleted: false,
  fields: {
    articleId: { kind: "reference", to: "article", reach: "everywhere", label: msg("Article") },
    // Null: everywhere.
    locationId: {
      kind: "reference",
      to: "location",
      isNullable: true,
      reach: "everywhere",
      label: msg("Location"),
    },
    minimum: { kind: "whole", isRequired: true, reach: "everywhere", label: msg("Minimum") },
    // Null: the minimum.
    target: { kind: "whole", isNullable: true, reach: "everywhere", label: msg("Refill up to") },
  },
  internal: {},
} as const satisfies RecordDeclaration;
