import type { ArticleRecord } from "../../articles/article.ts";
import { checkValue, type GivenValues, storedValues } from "../../articles/custom-values.ts";
import { type CustomFieldRecord, isFieldOf, listCustomFields } from "../../custom-fields/custom-field.ts";
import { missingIssue } from "./duplicate-rows.ts";
import { codeOf, type ReportIssue } from "./issues.ts";
import type { FieldChange } from "./plan-result.ts";
import type { PlanContext } from "./planner.ts";
import type { Row, Values } from "./values.ts";

/** An unknown category has no field of its own. */
const NO_CATEGORY = 0;

interface PlannedValues {
  /** Undefined: the row has no value. */
  readonly given: GivenValues | undefined;
  readonly changes: readonly FieldChange[];
}

/** Plans the custom fields of an article. Empty cells keep the stored values. */
export class CustomValuePlanner {
  readonly #context: PlanContext;
  readonly #fields: readonly CustomFieldRecord[];

  constructor(context: PlanContext) {
    this.#context = context;
    this.#fields = listCustomFields(context.db, context.tenantId);
  }

  /** `categoryId`: that of the article after the row; null: a new or unknown one. `record` null: a new article. */
  plan(
    row: Row,
    values: Values,
    { record, categoryId }: { record: ArticleRecord | null; categoryId: number | null },
    report: ReportIssue,
  ): PlannedValues {
    const stored = storedValues(record?.customValues ?? null);
    const given: Record<string, string> = {};
    const changes: FieldChange[] = [];
    for (const field of this.#fields) {
      const column = `field:${field.oid}` as const;
      const value = values[column];
      const before = stored[field.oid];
      if (value === undefined) {
        this.#checkRequired(field, row, record, categoryId, report);
        continue;
      }
      const checked = checkValue(field, categoryId ?? NO_CATEGORY, before, value);
      if ("error" in checked)
        report({ field: column, kind: "other", message: checked.error, code: codeOf(checked.error) });
      else if (checked.value !== null && checked.value !== before) {
        given[field.oid] = checked.value;
        changes.push({ field: column, before: record && (before ?? null), after: checked.value });
      }
    }
    return { given: changes.length === 0 ? undefined : given, changes };
  }

  /** A new article needs a value of a required field that the file has. */
  #checkRequired(
    field: CustomFieldRecord,
    row: Row,
    record: ArticleRecord | null,
    categoryId: number | null,
    report: ReportIssue,
  ): void {
    const column = `field:${field.oid}` as const;
    const { headers, columns } = this.#context;
    const isNeeded = record === null && field.isRequired === 1 && isFieldOf(field, categoryId ?? NO_CATEGORY);
    if (isNeeded && headers[column] !== undefined && !row.invalid.includes(column))
      report(missingIssue(columns, column));
  }
}
