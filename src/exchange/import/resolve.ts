import type { ReadRow } from "../tables/source.ts";
import type { HeaderColumn } from "./header.ts";
import { causeIdOf, type Issue } from "./issues.ts";
import type { Decision, Decisions } from "./options.ts";
import type { Plan, Planned } from "./plan.ts";
import { parseText, readRow } from "./read-row.ts";
import type { Field, Kind, Row, Values } from "./values.ts";

/** A row of the file with all decisions applied. */
export interface ResolvedRow {
  readonly row: Row;
  /** Null: something is wrong with it, or it is left out. */
  readonly planned: Planned | null;
  readonly isLeftOut: boolean;
  /** Everything that was wrong, and whether a decision has resolved it. */
  readonly issues: readonly { readonly issue: Issue; readonly isResolved: boolean }[];
}

/** Reads and plans the rows of a file: where something is wrong the decision for its cause is applied, once for a row. */
export function resolver(
  kind: Kind,
  columns: readonly HeaderColumn[],
  plan: Plan,
  decisions: Decisions,
): (read: ReadRow, extra?: Issue) => ResolvedRow {
  return (read, extra) => {
    const issues: { issue: Issue; isResolved: boolean }[] = [];
    const used = new Set<string>();
    const cellIssues: Issue[] = extra === undefined ? [] : [extra];
    let row = readRow(columns, read, (issue) => cellIssues.push(issue));
    const leaving: Issue[] = [];

    /** Applies the decisions for these issues; those without one are given back. */
    function decide(some: readonly Issue[]): Issue[] {
      return some.filter((issue) => {
        const id = causeIdOf(issue);
        const decision = used.has(id) ? null : decisions.of(id, issue.value ?? null);
        if (decision === null || (issue.isCreated === true && decision.action === "create")) return true;
        used.add(id);
        if (decision.action === "leaveOut") leaving.push(issue);
        else row = withDecision(kind, row, issue, decision);
        issues.push({ issue, isResolved: true });
        return false;
      });
    }
    function leftOut(): ResolvedRow {
      plan.leaveOut(row);
      const why = leaving.map((issue) => ({ issue, isResolved: true }));
      return { row, planned: null, isLeftOut: true, issues: why };
    }

    const open = decide(cellIssues);
    if (leaving.length > 0) return leftOut();
    for (;;) {
      const told: Issue[] = [];
      const planned = plan.plan(row, (issue) => told.push(issue));
      const rest = decide(told);
      if (leaving.length > 0) return leftOut();
      if (rest.length < told.length) continue;
      for (const issue of [...open, ...rest]) issues.push({ issue, isResolved: issue.isCreated === true });
      const isWrong = issues.some(({ isResolved }) => !isResolved);
      return { row, planned: isWrong ? null : planned, isLeftOut: false, issues };
    }
  };
}

/** The row as it is after a decision for one of its issues. */
function withDecision(kind: Kind, row: Row, issue: Issue, { action, to }: Decision): Row {
  const { values, faulty, fallbacks = {}, creates = [] } = row;
  const field = action === "empty" ? issue.field : (issue.fills ?? issue.field);
  if (field === null) throw new Error(`${action} for a whole row`);
  const others = faulty.filter((one) => one !== field);
  if (action === "create") return { ...row, creates: [...creates, field] };
  if (action === "empty") return { ...row, values: without(values, field), faulty: others };
  const parsed = parseText(kind, field, to ?? "");
  if ("fault" in parsed) throw new Error("a replacement that was not checked");
  // What is stored already never gives way to something that is only said for rows without a value.
  if (issue.kind === "missing" && kind !== "stock")
    return { ...row, fallbacks: { ...fallbacks, [field]: parsed.value } };
  return { ...row, values: { ...values, [field]: parsed.value }, faulty: others };
}

function without(values: Values, field: Field): Values {
  const { [field]: _, ...others } = values;
  return others;
}
