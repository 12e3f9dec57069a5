import { findArticleByCode } from "../../articles/article.ts";
import { msg } from "../../domain/message.ts";
import { type RefillLimits, type RefillRecord, refillRuleAt } from "../../refill/rule.ts";
import { formatPath } from "./cell-texts.ts";
import { codeOf, issueValue, missingIssue, reportMissingKey } from "./issues.ts";
import { LocationPaths, type LocationRef } from "./locations.ts";
import { type FieldChange, outcomeOf, type PlanContext, type PlannedRow, type Planner } from "./planner.ts";
import { reportUnknownArticle } from "./stock.ts";
import type { Values } from "./table-fields.ts";

const TOO_LOW = msg("must be at least the minimum");

/** Plans minimum stock. Code and location are the key; without a location it counts everywhere. The article must exist. */
export function refillRulePlanner(context: PlanContext): Planner {
  const { db, writer, tenantId, keys, columns, defaults } = context;
  const tree = new LocationPaths(context);

  return ({ number, values, invalid, fallbacks = {} }, report): PlannedRow | null => {
    const { code } = values;
    reportMissingKey("code", code, invalid, report);
    const article = code === undefined ? null : findArticleByCode(db, tenantId, code);
    if (code !== undefined && article === null) reportUnknownArticle(code, report);
    if (code === undefined || article === null || invalid.length > 0) return null;
    const path = values.location ?? defaults.location;
    const hasRule = (oid: number) => refillRuleAt(db, article.oid, oid) !== null;
    const keyAt = (at: LocationRef | null) => `${article.oid} ${at === null ? "everywhere" : tree.keyOf(at)}`;
    const isSame = (at: LocationRef & { readonly oid: number }) => {
      const rule = refillRuleAt(db, article.oid, at.oid);
      const [minimum, target] = [values.minimum ?? rule?.minimum, values.target ?? rule?.target];
      return (
        rule?.minimum === minimum &&
        rule?.target === target &&
        !keys.isKnown("location", keyAt(at), "", number, () => {})
      );
    };
    const location = path === undefined ? null : tree.prefer(path, hasRule, isSame, report);
    if (path !== undefined && location === null) return null;
    const key = path === undefined ? code : `${code}, ${formatPath(path)}`;
    const [field, value] =
      path === undefined ? (["code", code] as const) : (["location", formatPath(path)] as const);
    if (keys.isRepeated(field, keyAt(location), issueValue(value), number, report)) return null;
    const isStored = location === null || location.oid !== null;
    const record = isStored ? refillRuleAt(db, article.oid, location?.oid ?? null) : null;
    const limits = limitsOf(record === null ? { ...defaults, ...fallbacks, ...values } : values, record);
    if (limits === null) {
      report(missingIssue(columns, "minimum"));
      return null;
    }
    if (limits.target !== null && limits.target < limits.minimum) {
      report({ field: "target", kind: "other", message: TOO_LOW, code: codeOf(TOO_LOW) });
      return null;
    }
    const changes = changesOf(record, limits, location);
    return {
      ...outcomeOf(key, record === null, changes),
      write() {
        if (record === null || changes.length > 0)
          writer.setRefillRule(record, {
            articleId: article.oid,
            locationId: location?.id() ?? null,
            ...limits,
          });
      },
    };
  };
}

/** The limits of a row; a value that it does not have stays. Null: a new rule without its minimum. */
function limitsOf({ minimum, target }: Values, record: RefillRecord | null): RefillLimits | null {
  const least = minimum ?? record?.minimum;
  return least === undefined ? null : { minimum: least, target: target ?? record?.target ?? null };
}

function changesOf(
  record: RefillRecord | null,
  limits: RefillLimits,
  location: LocationRef | null,
): readonly FieldChange[] {
  const changes: FieldChange[] = [];
  if (record === null && location !== null)
    changes.push({ field: "location", before: null, after: location.text });
  for (const field of ["minimum", "target"] as const) {
    const [before, after] = [record?.[field] ?? null, limits[field]];
    if (after !== null && after !== before)
      changes.push({ field, before: before === null ? null : String(before), after: String(after) });
  }
  return changes;
}
