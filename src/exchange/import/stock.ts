import { findArticleByCode } from "../../articles/article.ts";
import { msg } from "../../domain/message.ts";
import { quantityAt } from "../../stock/stock.ts";
import { requiredIssue } from "./duplicate-rows.ts";
import { issueValue, type ReportIssue } from "./issues.ts";
import { LocationPaths, type LocationRef } from "./location-paths.ts";
import { formatPath } from "./path.ts";
import type { PlanContext, PlannedRow, Planner } from "./planner.ts";

const UNKNOWN = msg("This article does not exist.");

/** Reports that no article has this code. */
export function reportUnknownArticle(code: string, report: ReportIssue): void {
  const message = msg("The article with the code {code} does not exist.", { code });
  report({ field: "code", kind: "unknown", message, value: issueValue(code), causeMessage: UNKNOWN });
}

/** Plans quantities at locations. Code and location are the key; quantity 0 removes the stock. The article must exist. */
export function stockPlanner(context: PlanContext): Planner {
  const { db, writer, tenantId, keys, defaults } = context;
  const tree = new LocationPaths(context);

  /** Prefers the only location with this path where the article is. */
  function locationFor(articleId: number, path: readonly string[], report: ReportIssue): LocationRef | null {
    const own = tree
      .find(path)
      .filter(({ oid }) => quantityAt(db, { tenantId, articleId, locationId: oid }) > 0);
    return own.length === 1 && own[0] ? tree.refTo(own[0]) : tree.resolve(path, report);
  }

  return ({ number, values, invalid, fallbacks = {} }, report): PlannedRow | null => {
    const { code } = values;
    const path = values.location ?? fallbacks.location ?? defaults.location;
    if (code === undefined && !invalid.includes("code")) report(requiredIssue("code"));
    if (path === undefined && !invalid.includes("location")) report(requiredIssue("location"));
    const needsQuantity = () => {
      if (!invalid.includes("quantity")) report(requiredIssue("quantity"));
      return null;
    };
    const ifNew = fallbacks.quantity ?? defaults.quantity;
    if (values.quantity === undefined && (ifNew === undefined || path === undefined)) needsQuantity();
    const article = code === undefined ? null : findArticleByCode(db, tenantId, code);
    if (article === null) {
      if (code !== undefined) reportUnknownArticle(code, report);
      return null;
    }
    if (path === undefined || invalid.length > 0) return null;
    if (values.quantity === undefined && ifNew === undefined) return null;
    const location = locationFor(article.oid, path, report);
    if (location === null) return null;
    const key = `${code}, ${formatPath(path)}`;
    if (
      keys.isDuplicate("location", `${article.oid} ${tree.keyOf(location)}`, issueValue(key), number, report)
    )
      return null;
    const where = { tenantId, articleId: article.oid };
    const before = location.oid === null ? 0 : quantityAt(db, { ...where, locationId: location.oid });
    // A default never replaces a stored quantity.
    const quantity = values.quantity ?? (before === 0 ? ifNew : undefined);
    if (quantity === undefined) return needsQuantity();
    if (before === quantity) return { kind: "unchanged", key, changes: [], write: () => {} };
    const changes = [{ field: "quantity", before: String(before), after: String(quantity) }] as const;
    return {
      kind: before === 0 ? "create" : "update",
      key,
      changes,
      write: () => writer.setStock({ ...where, locationId: location.id() }, quantity),
    };
  };
}
