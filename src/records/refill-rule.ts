import { MAX_PIECES } from "../domain/counting/fold.ts";
import { msg } from "../domain/message.ts";
import type { RecordDeclaration } from "./record.ts";

const OF_PLACE = { change: "a rule stays at its place" } as const;

/** A rule of minimum stock. */
export const REFILL_RULE = {
  table: "refillRule",
  entity: "refillRule",
  label: msg("Minimum stock"),
  names: ["articleId"],
  lostAs: "refillRules",
  feedKind: 22,
  hasDeleted: false,
  fields: {
    articleId: {
      kind: "reference",
      to: "article",
      isOwner: true,
      isRequired: true,
      reach: "everywhere",
      label: msg("Article"),
      except: { ...OF_PLACE, cells: "the code of the article" },
    },
    // Null: everywhere.
    locationId: {
      kind: "reference",
      to: "location",
      isOwner: true,
      isNullable: true,
      reach: "everywhere",
      label: msg("Location"),
      except: { ...OF_PLACE, cells: "the column of the stock" },
    },
    minimum: {
      kind: "whole",
      min: 1,
      max: MAX_PIECES,
      isRequired: true,
      reach: "everywhere",
      label: msg("Minimum"),
      description: "fewer pieces are too few",
      cells: {
        width: 12,
        aliases: ["minimum stock", "min", "reorder point", "minimální stav", "minimální zásoba"],
      },
    },
    // Null: the minimum.
    target: {
      kind: "whole",
      min: 1,
      max: MAX_PIECES,
      isNullable: true,
      reach: "everywhere",
      label: msg("Refill up to"),
      description: "pieces to refill up to; null: the minimum",
      cells: { width: 12, aliases: ["target", "maximum", "max", "doplnit do"] },
    },
  },
  internal: {},
} as const satisfies RecordDeclaration;
