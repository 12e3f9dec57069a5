import { stockOf } from "../articles/places.ts";
import { say } from "../words.ts";
import type { FieldChange, PlanParts, TellFault } from "./plan.ts";
import { type Branch, locationTree } from "./tree.ts";
import type { Row } from "./values.ts";

/** What becomes of an article's places: the quantity at each location that changes. */
export interface PlacePlan {
  readonly moves: readonly { readonly locationId: number; readonly quantity: number }[];
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

  function plan({ values, faulty }: Row, articleId: number | null, fault: TellFault): PlacePlan {
    const { location: path, quantity } = values;
    const stock = articleId === null ? [] : stockOf(db, { tenantId, articleId });
    const [only, another] = stock;
    if (path === undefined) {
      if (quantity === undefined || faulty.includes("location")) return NOTHING;
      if (only === undefined || another !== undefined) {
        fault("quantity", say("needs a location beside it", "potřebuje vedle sebe umístění"));
        return NOTHING;
      }
      return changed(only, { locationId: only.locationId, quantity });
    }
    const target = targetOf(path, stock, fault);
    if (target === null) return NOTHING;
    const there = stock.find(({ locationId }) => locationId === target.oid);
    if (there !== undefined) return changed(there, { ...there, quantity: quantity ?? there.quantity });
    if (another !== undefined) {
      const list = stock.map(({ locationId }) => tree.pathOf(locationId)).join(", ");
      fault(
        "location",
        say(
          `The article is at several places (${list}): import stock to change them.`,
          `Artikl je na více místech (${list}): změňte je importem stavu zásob.`,
        ),
      );
      return NOTHING;
    }
    return changed(only ?? null, { locationId: target.oid, quantity: quantity ?? only?.quantity ?? 1 });
  }

  /** Of several locations with this path the one where the article is. */
  function targetOf(
    path: readonly string[],
    stock: readonly { readonly locationId: number }[],
    fault: TellFault,
  ): Branch | null {
    const own = tree.find(path).filter(({ oid }) => stock.some(({ locationId }) => locationId === oid));
    return own.length === 1 && own[0] ? own[0] : tree.make(path, fault);
  }

  function changed(before: Held | null, after: Held): PlacePlan {
    const isMoved = before !== null && before.locationId !== after.locationId;
    if (before !== null && !isMoved && before.quantity === after.quantity) return NOTHING;
    const moves = isMoved ? [{ locationId: before.locationId, quantity: 0 }, after] : [after];
    const changes: FieldChange[] = [];
    if (before === null || isMoved) {
      const at = before && tree.pathOf(before.locationId);
      changes.push({ field: "location", before: at, after: tree.pathOf(after.locationId) });
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
  readonly locationId: number;
  readonly quantity: number;
}
