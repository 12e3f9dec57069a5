import { findArticleByCode } from "../../articles/article.ts";
import { msg } from "../../domain/message.ts";
import { quantityAt, stockOf } from "../../stock/stock.ts";
import { formatPath } from "./cell-texts.ts";
import { issueValue, type ReportIssue, reportMissingKey } from "./issues.ts";
import { LocationPaths, type LocationRef } from "./locations.ts";
import { type FieldChange, outcomeOf, type PlanContext, type PlannedRow, type Planner } from "./planner.ts";
import type { Row, Values } from "./table-fields.ts";

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

  return ({ number, values, invalid, fallbacks = {} }, report): PlannedRow | null => {
    const { code } = values;
    const path = values.location ?? fallbacks.location ?? defaults.location;
    const ifNew = fallbacks.quantity ?? defaults.quantity;
    reportMissingKey("code", code, invalid, report);
    reportMissingKey("location", path, invalid, report);
    if (ifNew === undefined || path === undefined)
      reportMissingKey("quantity", values.quantity, invalid, report);
    const article = code === undefined ? null : findArticleByCode(db, tenantId, code);
    if (article === null) {
      if (code !== undefined) reportUnknownArticle(code, report);
      return null;
    }
    if (path === undefined || invalid.length > 0) return null;
    if (values.quantity === undefined && ifNew === undefined) return null;
    const where = { tenantId, articleId: article.oid };
    const hasStock = (locationId: number) => quantityAt(db, { ...where, locationId }) > 0;
    const key = `${code}, ${formatPath(path)}`;
    const keyAt = (location: LocationRef) => `${article.oid} ${tree.keyOf(location)}`;
    const isSame = (location: LocationRef & { readonly oid: number }) =>
      quantityAt(db, { ...where, locationId: location.oid }) === values.quantity &&
      !keys.isKnown("location", keyAt(location), key, number, () => {});
    const location = tree.prefer(path, hasStock, isSame, report);
    if (location === null) return null;
    if (keys.isRepeated("location", keyAt(location), issueValue(key), number, report)) return null;
    const { unit } = article;
    const before = location.oid === null ? 0 : quantityAt(db, { ...where, locationId: location.oid });
    // A default never replaces a stored quantity.
    const quantity = values.quantity ?? (before === 0 ? ifNew : undefined);
    if (quantity === undefined) {
      reportMissingKey("quantity", quantity, invalid, report);
      return null;
    }
    if (before === quantity) return { kind: "unchanged", key, changes: [], unit, write: () => {} };
    const changes = [{ field: "quantity", before: String(before), after: String(quantity) }] as const;
    const write = () => writer.setStock({ ...where, locationId: location.id() }, quantity);
    return { ...outcomeOf(key, before === 0, changes), unit, write };
  };
}

/** The planned stock changes of an article: the new quantity at each location that changes. */
export interface StockPlan {
  readonly moves: readonly { readonly location: Pick<LocationRef, "id">; readonly quantity: number }[];
  readonly changes: readonly FieldChange[];
}

const NOTHING: StockPlan = { moves: [], changes: [] };

/**
 * Plans the location and quantity in an article's row.
 * - Article at one location at most: it moves to the row's location, with the row's quantity. Without a quantity the pieces
 *   stay the same; an article without stock gets one piece.
 * - Article at several locations: only the quantity at one of them can change. The stock import changes the others.
 */
export class StockPlanner {
  readonly #context: PlanContext;
  readonly #tree: LocationPaths;

  constructor(context: PlanContext) {
    this.#context = context;
    this.#tree = new LocationPaths(context);
  }

  /** `values`: the row's values, with the defaults of a new article. */
  plan(row: Row, values: Values, articleId: number | null, report: ReportIssue): StockPlan {
    const { db, tenantId } = this.#context;
    const stock = articleId === null ? [] : stockOf(db, { tenantId, articleId });
    const [only, another] = stock;
    const path = values.location ?? (only === undefined ? row.fallbacks?.location : undefined);
    const { quantity } = values;
    if (path === undefined) {
      if (row.values.quantity === undefined || quantity === undefined || row.invalid.includes("location"))
        return NOTHING;
      if (only === undefined || another !== undefined) {
        const message = msg("needs a location in the same row");
        const issue = { field: "quantity", kind: "missing", message } as const;
        report(another === undefined ? { ...issue, fills: "location" } : { ...issue, ...SEVERAL });
        return NOTHING;
      }
      return changed(this.#stockAt(only), { ...this.#stockAt(only), quantity });
    }
    // No pieces have no location. That of a new article is created all the same.
    if (articleId !== null && only === undefined && quantity === 0) return NOTHING;
    const hasStock = (oid: number) => stock.some(({ locationId }) => locationId === oid);
    const isSame = ({ oid }: { readonly oid: number }) =>
      stock.some((at) => at.locationId === oid && (quantity ?? at.quantity) === at.quantity);
    const target = this.#tree.prefer(path, hasStock, isSame, report);
    if (target === null) return NOTHING;
    const current = stock.find(({ locationId }) => locationId === target.oid);
    if (current !== undefined)
      return changed(this.#stockAt(current), {
        ...this.#stockAt(current),
        quantity: quantity ?? current.quantity,
      });
    if (another !== undefined) {
      const list = stock.map(({ locationId }) => this.#tree.pathOf(locationId)).join(", ");
      const message = msg("The article is at several locations ({list}). Import stock to change them.", {
        list,
      });
      report({ field: "location", message, ...SEVERAL });
      return NOTHING;
    }
    return changed(only ? this.#stockAt(only) : null, {
      location: target,
      quantity: quantity ?? only?.quantity ?? 1,
    });
  }

  #stockAt({ locationId, quantity }: { locationId: number; quantity: number }): StockAt {
    return {
      location: { oid: locationId, text: this.#tree.pathOf(locationId), id: () => locationId },
      quantity,
    };
  }
}

function changed(before: StockAt | null, after: StockAt): StockPlan {
  const isMoved = before !== null && before.location.oid !== after.location.oid;
  if (before !== null && !isMoved && before.quantity === after.quantity) return NOTHING;
  const moves = isMoved ? [{ ...before, quantity: 0 }, after] : [after];
  const changes: FieldChange[] = [];
  if (before === null || isMoved) {
    const at = before?.location.text ?? null;
    const isNowhere = isMoved && after.quantity === 0;
    changes.push({ field: "location", before: at, after: isNowhere ? null : after.location.text });
  }
  if (before?.quantity !== after.quantity) {
    const pieces = before === null ? null : String(before.quantity);
    changes.push({ field: "quantity", before: pieces, after: String(after.quantity) });
  }
  return { moves, changes };
}

interface StockAt {
  readonly location: LocationRef;
  readonly quantity: number;
}

/** One row can't describe the stock of an article at several locations. */
const SEVERAL = {
  kind: "other",
  code: "several-locations",
  causeMessage: msg("The article is at several locations. Import stock to change them."),
} as const;
