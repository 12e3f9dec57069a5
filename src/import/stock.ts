import { piecesAt } from "../articles/places.ts";
import { say } from "../words.ts";
import { pathText } from "./path.ts";
import type { Outcome, Planner, PlanParts, TellFault } from "./plan.ts";
import { noRepeats, REQUIRED } from "./repeated.ts";
import * as store from "./store.ts";
import { type Branch, locationTree } from "./tree.ts";

const FIELDS = ["code", "location", "quantity"] as const;

/** Plans quantities at places: code and location are the key, 0 takes the place away. The article must exist. */
export function stockPlanner(parts: PlanParts): Planner {
  const { db, hand, tenantId } = parts;
  const tree = locationTree(parts);
  const repeats = noRepeats("location");

  /** Of several locations with this path the only one where the article is. */
  function placeOf(articleId: number, path: readonly string[], fault: TellFault): Branch | null {
    const own = tree
      .find(path)
      .filter(({ oid }) => piecesAt(db, { tenantId, articleId, locationId: oid }) > 0);
    return own.length === 1 && own[0] ? own[0] : tree.make(path, fault);
  }

  return ({ number, values, faulty }, fault): Outcome | null => {
    for (const field of FIELDS)
      if (values[field] === undefined && !faulty.includes(field)) fault(field, REQUIRED);
    const { code, location: path, quantity } = values;
    const article = code === undefined ? null : store.articleByCode.first(db, { tenantId, code });
    if (article === null) {
      if (code !== undefined)
        fault(
          "code",
          say(`There is no article with the code ${code}.`, `Artikl s kódem ${code} neexistuje.`),
        );
      return null;
    }
    if (path === undefined || quantity === undefined) return null;
    const place = placeOf(article.oid, path, fault);
    if (place === null || repeats(`${article.oid} ${place.oid}`, number, fault)) return null;
    const where = { tenantId, articleId: article.oid, locationId: place.oid };
    const before = piecesAt(db, where);
    const key = `${code}, ${pathText(path)}`;
    if (before === quantity) return { kind: "unchanged", key, changes: [] };
    hand.setPlace(where, quantity);
    const changes = [{ field: "quantity", before: String(before), after: String(quantity) }] as const;
    return { kind: before === 0 ? "create" : "update", key, changes };
  };
}
