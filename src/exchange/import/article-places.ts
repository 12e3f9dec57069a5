import { msg } from "../../domain/message.ts";
import { stockOf } from "../../stock/stock.ts";
import type { TellIssue } from "./issues.ts";
import type { FieldChange, PlanParts } from "./plan.ts";
import { type LocationRef, locationTree } from "./tree.ts";
import type { Row, Values } from "./values.ts";

/** What becomes of an article's places: the quantity at each location that changes. */
export interface PlacePlan {
  readonly moves: readonly { readonly location: Pick<LocationRef, "id">; readonly quantity: number }[];
  readonly changes: readonly FieldChange[];
}

const NOTHING: PlacePlan = { moves: [], changes: [] };

/**
 * Plans the place in an article's row. An article that is at one place at most is at this one then, with the row's quantity,
 * else with as many pieces as before (one, where it was nowhere); of one that is at several places only the quantity at one
 * of them can be said here, for a list with a row an article can't say the others: stock does.
 */
export function articlePlaces(parts: PlanParts) {
  const { db, tenantId } = parts;
  const tree = locationTree(parts);

  /** `values`: the row's, and for a new article those that it has by default. */
  function plan(row: Row, values: Values, articleId: number | null, tell: TellIssue): PlacePlan {
    const stock = articleId === null ? [] : stockOf(db, { tenantId, articleId });
    const [only, another] = stock;
    const path = values.location ?? (only === undefined ? row.fallbacks?.location : undefined);
    const { quantity } = values;
    if (path === undefined) {
      if (row.values.quantity === undefined || quantity === undefined || row.faulty.includes("location"))
        return NOTHING;
      if (only === undefined || another !== undefined) {
        const words = msg("needs a location in the same row", "vyžaduje umístění ve stejném řádku");
        const issue = { field: "quantity", kind: "missing", words } as const;
        tell(another === undefined ? { ...issue, fills: "location" } : { ...issue, ...SEVERAL });
        return NOTHING;
      }
      return changed(held(only), { ...held(only), quantity });
    }
    const target = targetOf(path, stock, tell);
    if (target === null) return NOTHING;
    const there = stock.find(({ locationId }) => locationId === target.oid);
    if (there !== undefined)
      return changed(held(there), { ...held(there), quantity: quantity ?? there.quantity });
    if (another !== undefined) {
      const list = stock.map(({ locationId }) => tree.pathOf(locationId)).join(", ");
      const words = msg(
        `The article is at several locations (${list}). Import stock to change them.`,
        `Artikl je na více umístěních (${list}). Změňte je importem stavu.`,
      );
      tell({ field: "location", words, ...SEVERAL });
      return NOTHING;
    }
    return changed(only ? held(only) : null, {
      location: target,
      quantity: quantity ?? only?.quantity ?? 1,
    });
  }

  const held = ({ locationId, quantity }: { locationId: number; quantity: number }): Held => ({
    location: { oid: locationId, text: tree.pathOf(locationId), id: () => locationId },
    quantity,
  });

  /** Of several locations with this path the one where the article is. */
  function targetOf(
    path: readonly string[],
    stock: readonly { readonly locationId: number }[],
    tell: TellIssue,
  ): LocationRef | null {
    const own = tree.find(path).filter(({ oid }) => stock.some(({ locationId }) => locationId === oid));
    return own.length === 1 && own[0] ? tree.refTo(own[0]) : tree.resolve(path, tell);
  }

  function changed(before: Held | null, after: Held): PlacePlan {
    const isMoved = before !== null && before.location.oid !== after.location.oid;
    if (before !== null && !isMoved && before.quantity === after.quantity) return NOTHING;
    const moves = isMoved ? [{ ...before, quantity: 0 }, after] : [after];
    const changes: FieldChange[] = [];
    if (before === null || isMoved) {
      const at = before?.location.text ?? null;
      changes.push({ field: "location", before: at, after: after.location.text });
    }
    if (before?.quantity !== after.quantity) {
      const pieces = before === null ? null : String(before.quantity);
      changes.push({ field: "quantity", before: pieces, after: String(after.quantity) });
    }
    return { moves, changes };
  }

  return { plan };
}

interface Held {
  readonly location: LocationRef;
  readonly quantity: number;
}

/** One row can't say where the pieces of an article at several locations are. */
const SEVERAL = {
  kind: "other",
  code: "several-locations",
  causeWords: msg(
    "The article is at several locations. Import stock to change them.",
    "Artikl je na více umístěních. Změňte je importem stavu zásob.",
  ),
} as const;
