import { errorCode } from "../../platform/error-code.ts";
import { recordEvent } from "../../security-log/event.ts";
import { addedRows } from "../../storage/jobs/added-rows.ts";
import type { JobContext, JobProgram, JobStep } from "../../storage/jobs/job-program.ts";
import { columnsOf } from "./columns.ts";
import type { ImportInput, ImportResult } from "./import-job.ts";
import { fileDiscarded } from "./import-job.ts";
import { type ImportWriter, transactionWriter } from "./import-writer.ts";
import {
  changedSinceCheck,
  collectKeys,
  collectRowErrors,
  differingKeys,
  type ReportIssue,
  toRowError,
} from "./issues.ts";
import { pathOfJobRows } from "./job-rows.ts";
import { createPlan, type Plan, type PlanState } from "./plan.ts";
import { type PositionedRow, readNamedRows } from "./rows-file.ts";
import type { Column } from "./table-fields.ts";

/** Where an import is: before the first row with an error, or before the next row. */
interface ImportPosition extends PlanState {
  /** Byte offset in the file of rows. */
  readonly offset: number;
  readonly done: number;
}

/** Rows that are read again between two steps after an interruption. */
const REPEATED_ROWS = 50;

type ImportJob = JobContext<ImportInput, ImportPosition>;

/**
 * Applies the rows of an import one by one. Plans each again, because the data may have changed since the dry run. Throws Invalid
 * with all row errors.
 */
export const run: JobProgram<ImportInput, ImportPosition, ImportResult> = function* (job) {
  const { tx, input } = job;
  const { principal, kind, fileName, headers, cause, total } = input;
  tx.setCause(cause);
  const writer = transactionWriter(tx, principal);
  const columns = columnsOf(tx, principal.tenantId, kind);
  const plan = planOf(job, writer, columns);
  const { flush } = writer;
  if (job.position !== null) yield* repeatRows(job, plan, job.position);
  const errors = collectRowErrors();
  let { offset, done } = job.position ?? { offset: 0, done: 0 };
  // An interrupted import plans the rows with errors again, so their errors need not be saved.
  let beforeErrors: ImportPosition | null = null;
  for (const { row, end } of rowsFrom(job, offset)) {
    if (job.isOutdated()) plan.refresh();
    const report: ReportIssue = (issue) => {
      if (issue.isCreated === true) return;
      beforeErrors ??= structuredClone({ offset, done, ...plan.state() });
      errors.add(toRowError(columns, row.number, issue, headers));
    };
    const planned = plan.plan(row, report);
    if (planned !== null) plan.write(row, planned, report);
    done++;
    offset = end;
    yield { position: beforeErrors ?? { offset, done, ...plan.state() }, done, total, flush };
  }
  flush();
  if (done < total) throw fileDiscarded();
  if (errors.count() > 0) throw changedSinceCheck(errors.list(), errors.count());
  const { tenantId } = principal;
  recordEvent(tx, { kind: "importApplied", tenantId, details: { kind, rows: done, cause } });
  const photos = addedRows(tx, { jobId: job.jobId, tableName: "photo" }).size;
  return { kind, fileName, photos, ...plan.result() };
};

function planOf(
  { tx, jobId, input, position }: ImportJob,
  writer: ImportWriter,
  columns: readonly Column[],
): Plan {
  const { principal, kind, headers, defaults } = input;
  const { tenantId, userId } = principal;
  const context = {
    db: tx,
    writer,
    tenantId,
    userId,
    defaults,
    columns,
    keys: hasStoredKeys(input) ? differingKeys() : collectKeys(),
    added: (table: Parameters<typeof addedRows>[1]["tableName"]) =>
      addedRows(tx, { jobId, tableName: table }),
  };
  return createPlan(kind, context, headers, position);
}

/** Whether the dry run has shown that the rows' keys differ, whatever has changed since: they are texts of the rows. */
function hasStoredKeys({ kind }: ImportInput): boolean {
  return kind === "articles" || kind === "users";
}

/** Repeats the rows before a position, where later rows are compared with them. */
function* repeatRows(
  job: ImportJob,
  plan: Plan,
  position: ImportPosition,
): Generator<JobStep<ImportPosition>, void> {
  const { input } = job;
  if (hasStoredKeys(input)) return;
  let repeated = 0;
  for (const { row, end } of rowsFrom(job, 0)) {
    if (end > position.offset) return;
    if (job.isOutdated()) plan.refresh();
    plan.repeat(row);
    if (++repeated % REPEATED_ROWS === 0) yield { position, done: position.done, total: input.total };
  }
}

/** Throws WrongState where the file is missing, as after a restore. */
function* rowsFrom({ folder, input }: ImportJob, offset: number): Generator<PositionedRow, void> {
  try {
    yield* readNamedRows(pathOfJobRows(folder, input.rows), offset);
  } catch (error) {
    throw errorCode(error) === "ENOENT" ? fileDiscarded() : error;
  }
}
