import { msg } from "../../domain/message.ts";
import { quantityAt } from "../../stock/stock.ts";
import { issueValue, type TellIssue } from "./issues.ts";
import { pathText } from "./path.ts";
import type { Planned, Planner, PlanParts } from "./plan.ts";
import { requiredFor } from "./repeated.ts";
import * as store from "./store.ts";
import { type LocationRef, locationTree } from "./tree.ts";

const UNKNOWN = msg("This article does not exist.", "Tento artikl neexistuje.");

/** Plans quantities at places: code and location are the key, 0 takes the place away. The article must exist. */
export function stockPlanner(parts: PlanParts): Planner {
  const { db, hand, tenantId, keys, defaults } = parts;
  const tree = locationTree(parts);

  /** Of several locations with this path the only one where the article is. */
  function placeOf(articleId: number, path: readonly string[], tell: TellIssue): LocationRef | null {
    const own = tree
      .find(path)
      .filter(({ oid }) => quantityAt(db, { tenantId, articleId, locationId: oid }) > 0);
    return own.length === 1 && own[0] ? tree.refTo(own[0]) : tree.resolve(path, tell);
  }

  return ({ number, values, faulty, fallbacks = {} }, tell): Planned | null => {
    const { code } = values;
    const path = values.location ?? fallbacks.location ?? defaults.location;
    if (code === undefined && !faulty.includes("code")) tell(requiredFor("code"));
    if (path === undefined && !faulty.includes("location")) tell(requiredFor("location"));
    const needsQuantity = () => {
      if (!faulty.includes("quantity")) tell(requiredFor("quantity"));
      return null;
    };
    const ifNew = fallbacks.quantity ?? defaults.quantity;
    if (values.quantity === undefined && (ifNew === undefined || path === undefined)) needsQuantity();
    const article = code === undefined ? null : store.articleByCode.first(db, { tenantId, code });
    if (article === null) {
      if (code !== undefined) {
        const words = msg(`There is no article with the code ${code}.`, `Artikl s kódem ${code} neexistuje.`);
        tell({ field: "code", kind: "unknown", words, value: issueValue(code), causeWords: UNKNOWN });
      }
      return null;
    }
    if (path === undefined || faulty.length > 0) return null;
    if (values.quantity === undefined && ifNew === undefined) return null;
    const place = placeOf(article.oid, path, tell);
    if (place === null) return null;
    const key = `${code}, ${pathText(path)}`;
    if (keys.isRepeated("location", `${article.oid} ${tree.keyOf(place)}`, issueValue(key), number, tell))
      return null;
    const where = { tenantId, articleId: article.oid };
    const before = place.oid === null ? 0 : quantityAt(db, { ...where, locationId: place.oid });
    // A default never takes the place of a quantity that is known.
    const quantity = values.quantity ?? (before === 0 ? ifNew : undefined);
    if (quantity === undefined) return needsQuantity();
    if (before === quantity) return { kind: "unchanged", key, changes: [], write: () => {} };
    const changes = [{ field: "quantity", before: String(before), after: String(quantity) }] as const;
    return {
      kind: before === 0 ? "create" : "update",
      ...{ key, changes },
      write: () => hand.setPlace({ ...where, locationId: place.id() }, quantity),
    };
  };
}
