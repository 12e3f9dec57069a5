import type { ReadRow } from "../../platform/tables/source.ts";
import type { HeaderColumn } from "./header.ts";
import { causeIdOf, type Issue } from "./issues.ts";
import type { WithoutKept } from "./kept-values.ts";
import type { Decision, Decisions, KindOfTable } from "./options.ts";
import type { Plan } from "./plan.ts";
import type { PlannedRow } from "./planner.ts";
import { parseText, readRow } from "./read-row.ts";
import type { Field, Row, Values } from "./values.ts";

/** A row of the file after all decisions. */
interface ResolvedRow {
  readonly row: Row;
  /** Null: the row has errors or is left out. */
  readonly planned: PlannedRow | null;
  readonly isLeftOut: boolean;
  /** All issues, with whether a decision has resolved them. */
  readonly issues: readonly { readonly issue: Issue; readonly isResolved: boolean }[];
}

/** Reads and plans rows. Applies the decision for the cause of an issue, once per cause and row. */
export function createRowResolver(
  table: KindOfTable,
  columns: readonly HeaderColumn[],
  plan: Plan,
  decisions: Decisions,
  withoutKept: WithoutKept,
): (read: ReadRow, extra?: Issue) => ResolvedRow {
  return (read, extra) => {
    const issues: { issue: Issue; isResolved: boolean }[] = [];
    const used = new Set<string>();
    const cells = readCells(columns, read, withoutKept);
    const cellIssues: Issue[] = extra === undefined ? cells.issues : [extra, ...cells.issues];
    let { row } = cells;
    const leftOutBy: Issue[] = [];

    /** Applies decisions to issues. Returns the issues without a decision. */
    function decide(some: readonly Issue[]): Issue[] {
      return some.filter((issue) => {
        const id = causeIdOf(issue);
        const decision = used.has(id) ? null : decisions.of(id, issue.value ?? null);
        if (decision === null || (issue.isCreated === true && decision.action === "create")) return true;
        used.add(id);
        if (decision.action === "leaveOut") leftOutBy.push(issue);
        else row = withDecision(table, row, issue, decision);
        issues.push({ issue, isResolved: true });
        return false;
      });
    }
    function leftOut(): ResolvedRow {
      plan.leaveOut(row);
      const resolved = leftOutBy.map((issue) => ({ issue, isResolved: true }));
      return { row, planned: null, isLeftOut: true, issues: resolved };
    }

    const open = decide(cellIssues);
    if (leftOutBy.length > 0) return leftOut();
    for (;;) {
      const reported: Issue[] = [];
      const planned = plan.plan(row, (issue) => reported.push(issue));
      const rest = decide(reported);
      if (leftOutBy.length > 0) return leftOut();
      if (rest.length < reported.length) continue;
      for (const issue of [...open, ...rest]) issues.push({ issue, isResolved: issue.isCreated === true });
      const isWrong = issues.some(({ isResolved }) => !isResolved);
      return { row, planned: isWrong ? null : planned, isLeftOut: false, issues };
    }
  };
}

/** Reads the cells of a row, without wrong ones that repeat what the article has. */
function readCells(columns: readonly HeaderColumn[], read: ReadRow, withoutKept: WithoutKept) {
  const issues: Issue[] = [];
  const row = readRow(columns, read, (issue) => issues.push(issue));
  const others = row.invalid.length === 0 ? null : withoutKept(read, row.invalid);
  if (others === null) return { row, issues };
  const rest: Issue[] = [];
  return { row: readRow(columns, others, (issue) => rest.push(issue)), issues: rest };
}

/** The row after a decision for one of its issues. */
function withDecision({ kind, columns }: KindOfTable, row: Row, issue: Issue, { action, to }: Decision): Row {
  const { values, invalid, fallbacks = {}, creates = [] } = row;
  const field = action === "empty" ? issue.field : (issue.fills ?? issue.field);
  if (field === null) throw new Error(`${action} for a whole row`);
  const others = invalid.filter((one) => one !== field);
  if (action === "create") return { ...row, creates: [...creates, field] };
  if (action === "empty") return { ...row, values: without(values, field), invalid: others };
  const parsed = parseText(columns, field, to ?? "");
  if ("error" in parsed) throw new Error("a replacement that was not checked");
  // A replacement for a missing value never overwrites a stored value.
  if (issue.kind === "missing" && kind !== "stock")
    return { ...row, fallbacks: { ...fallbacks, [field]: parsed.value } };
  return { ...row, values: { ...values, [field]: parsed.value }, invalid: others };
}

function without(values: Values, field: Field): Values {
  const { [field]: _, ...others } = values;
  return others;
}
