import type { ArticleRecord } from "../../articles/article.ts";
import { codesOfArticle, isKeyTaken, MAX_CODES, ownKeys } from "../../articles/codes/codes.ts";
import { normalisedCode } from "../../domain/codes/code-key.ts";
import { msg } from "../../domain/message.ts";
import { codeListText } from "./code-list.ts";
import { codeOf, type ReportIssue } from "./issues.ts";
import type { FieldChange } from "./plan-result.ts";
import type { PlanContext } from "./planner.ts";
import type { Row } from "./values.ts";

const TAKEN = msg("already belongs to another article");
const TOO_MANY = msg("An article can have at most {max} additional codes.", { max: MAX_CODES });

/** The codes that a row adds to its article. Codes are never removed. */
interface PlannedCodes {
  readonly added: readonly string[];
  readonly changes: readonly FieldChange[];
}

const NONE: PlannedCodes = { added: [], changes: [] };

/** Plans the additional codes of a row. Reports a code of another article, or of an earlier row. */
export function planCodes(
  { db, tenantId, keys, headers }: PlanContext,
  { number, values }: Row,
  record: ArticleRecord | null,
  report: ReportIssue,
): PlannedCodes {
  const { code: ownCode, additionalCodes } = values;
  if (headers.additionalCodes === undefined || ownCode === undefined) return NONE;
  const isOfEarlierRow = (key: string, value: string) =>
    keys.isDuplicate("additionalCodes", `additional code ${key}`, value, number, report);
  const own = ownKeys(ownCode);
  // An additional code of an earlier row can't be this article's own code.
  if (own.some((key) => isOfEarlierRow(key, ownCode)) || additionalCodes === undefined) return NONE;
  const stored = record === null ? [] : codesOfArticle(db, tenantId, record.oid);
  const known = new Set([...own, ...stored.map(({ codeKey }) => codeKey)]);
  const added: string[] = [];
  for (const written of additionalCodes) {
    const { code, key } = normalisedCode(written);
    if (known.has(key)) continue;
    known.add(key);
    if (isOfEarlierRow(key, written)) continue;
    if (isKeyTaken(db, tenantId, key, record?.oid ?? null))
      report({
        field: "additionalCodes",
        kind: "other",
        message: TAKEN,
        code: codeOf(TAKEN),
        value: written,
      });
    added.push(code);
  }
  if (stored.length + added.length > MAX_CODES)
    report({ field: "additionalCodes", kind: "other", message: TOO_MANY, code: codeOf(TOO_MANY) });
  if (added.length === 0) return NONE;
  const before = stored.map(({ code }) => code);
  const change: FieldChange = {
    field: "additionalCodes",
    before: record && (before.length === 0 ? null : codeListText(before)),
    after: codeListText([...before, ...added]),
  };
  return { added, changes: [change] };
}
