import type { Principal } from "../../domain/principal.ts";
import type { TableKind } from "../../domain/table-kinds.ts";
import { recordEvent } from "../../security-log/event.ts";
import type { Tx } from "../../storage/database/statement.ts";
import { transactionWriter } from "./import-writer.ts";
import type { ReportIssue } from "./issues.ts";
import { createPlan } from "./plan.ts";
import type { PlanResult } from "./plan-result.ts";
import type { HashesByRow } from "./planner.ts";
import { changedSinceCheck, collectRowErrors, toRowError } from "./row-errors.ts";
import { readRows } from "./rows-file.ts";
import type { Field, Values } from "./values.ts";

/** Input of the worker transaction that applies an import. */
export interface ApplyData {
  readonly principal: Principal;
  readonly kind: TableKind;
  /** Descriptor of the file of valid rows. */
  readonly rows: number;
  /** The file's headers, by field. */
  readonly headers: Readonly<Partial<Record<Field, string>>>;
  readonly hashes: HashesByRow;
  readonly defaults: Values;
  /** The cause that the audit names. */
  readonly cause: string;
}

/**
 * Applies an import in one transaction. Plans the rows again, because the data may have changed since the dry run. Throws
 * Invalid with all row errors; then nothing is changed.
 */
export function run(tx: Tx, data: ApplyData, onProgress: (done: number) => void): PlanResult {
  const { principal, kind, rows, headers, hashes, defaults, cause } = data;
  const { tenantId, userId } = principal;
  tx.setCause(cause);
  const errors = collectRowErrors();
  const context = { db: tx, writer: transactionWriter(tx, principal), tenantId, userId, hashes, defaults };
  const plan = createPlan(kind, context, headers);
  let done = 0;
  for (const row of readRows(rows)) {
    const report: ReportIssue = (issue) => {
      if (issue.isCreated !== true) errors.add(toRowError(kind, row.number, issue, headers));
    };
    const planned = plan.plan(row, report);
    if (planned !== null) plan.write(row, planned, report);
    onProgress(++done);
  }
  if (errors.count() > 0) throw changedSinceCheck(errors.list(), errors.count());
  recordEvent(tx, { kind: "importApplied", tenantId, details: { kind, rows: done, cause } });
  return plan.result();
}
