import { Problem } from "../../../ui/use-action.tsx";
import type { Cause, ImportDetail } from "../shapes.ts";
import type { Check } from "./import.tsx";

/** The steps of an import, in their order. */
export const STEPS = ["file", "columns", "fix", "import"] as const;
export type Step = (typeof STEPS)[number];

/** The causes without a decision. */
export const openCauses = (one: ImportDetail) => one.causes.filter(({ isResolved }) => !isResolved);

/** Whether a step needs attention before all rows can be imported. */
export function needsAttention(one: ImportDetail, step: Step): boolean {
  if (one.headerRow === null) return step === "file";
  if (step === "columns") return missingFields(one).size > 0;
  if (step === "fix") return !hasMissingKey(one) && openCauses(one).length > 0;
  return false;
}

/** Whether the rows of a cause only refer to records that do not exist yet. By default they are created. */
export function isNewRecords({ field, kind }: Cause): boolean {
  return kind === "unknown" && ["category", "type", "location"].some((name) => name === field);
}

/** Whether no row can be read, because a column that identifies records is missing. */
export function hasMissingKey(one: ImportDetail): boolean {
  const missing = missingFields(one);
  return one.fields.some(({ field, isNeeded }) => isNeeded && missing.has(field));
}

/** The fields in errors that no column holds. */
export function missingFields(one: ImportDetail): ReadonlySet<string> {
  const held = new Set(one.columns.map(({ field }) => field));
  const { defaults = {} } = one.options;
  const needed = one.fields
    .filter(({ field, isNeeded }) => isNeeded && defaults[field] === undefined)
    .map(({ field }) => field);
  const missing = openCauses(one).flatMap(({ kind, field }) => (kind === "missing" && field ? [field] : []));
  return new Set([...needed, ...missing].filter((field) => !held.has(field)));
}

/** The initial step: the first that needs attention. */
export function firstStep(one: ImportDetail): Step {
  return STEPS.find((step) => needsAttention(one, step)) ?? "import";
}

/** The error of the last change of one of these controls. */
export function ControlProblem({
  check: { problem },
  at,
}: {
  readonly check: Check;
  readonly at: readonly string[];
}) {
  return <Problem text={problem !== null && at.indexOf(problem.at) !== -1 ? problem.text : null} />;
}
