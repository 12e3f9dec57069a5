import type { TableName } from "../database/schema.ts";
import type { Tx } from "../database/statement.ts";
import type { WriteTransaction } from "../database/transaction.ts";
import type { JobChange, LeftRow, RowRestorer } from "./restore.ts";
import type { SliceBudget } from "./slice-budget.ts";
import type { SliceResult } from "./slices.ts";
import * as store from "./store.ts";

/** Rows read at once. */
const MAX_ROWS = 100;
/** Left rows that the result names. */
const MAX_NAMED = 100;

/** The result of undoing a finished job: the rows that were left, the first hundred by name. */
export interface UndoResult {
  readonly leftCount: number;
  readonly left: readonly LeftRow[];
}

/** Restores rows in the opposite order of their changes until the budget is over. A restored row leaves the journal with it. */
export function undoSlice(
  { restorer }: { readonly restorer: RowRestorer },
  tx: WriteTransaction,
  job: store.JobRecord,
  subject: TableName | null,
  budget: SliceBudget,
): SliceResult {
  const jobId = job.oid;
  tx.setCause(`undo ${jobId}`);
  const result = resultOf(job);
  const isComplete = job.undoState !== "undone";
  let restored = 0;
  for (const group of unrestoredGroups(tx, jobId)) {
    const changed = isComplete ? null : restorer.changedGroup(group, store.undoneSince(job));
    if (changed !== null) addLeft(result, changed);
    for (const row of group) {
      const rowLeft = changed === null ? restorer.restore(tx, row, isComplete) : null;
      if (rowLeft !== null) addLeft(result, rowLeft);
      store.forgetChange.run(tx, { jobId, seq: row.seq });
    }
    restored += group.length;
    if (budget.isOver()) break;
  }
  const done = job.done + restored;
  const progress = { ...store.progressOf(job), done };
  const saved = { oid: jobId, done, result: JSON.stringify(result), change: tx.change };
  if (store.newestChanges.first(tx, { jobId, limit: 1 }) !== null) {
    store.saveUndo.run(tx, saved);
    return { ...progress, ...writtenIn(tx) };
  }
  const state = job.undoState ?? "undone";
  store.finish.run(tx, { ...saved, state, total: job.total, finishedDT: tx.now });
  store.touchRecord(tx, subject, job.subjectId);
  return { ...progress, state, undoState: null, ...writtenIn(tx) };
}

/** The groups of the journal, newest first. Each must have left the journal when the next one is read. */
function* unrestoredGroups(tx: Tx, jobId: number): Generator<JobChange[], void> {
  for (let isLast = false; !isLast; ) {
    const read = readGroups(tx, jobId);
    yield* read.groups;
    isLast = read.isLast;
  }
}

/** The newest rows of the journal, in groups that are restored together. The last group is whole too. */
function readGroups(tx: Tx, jobId: number): { groups: JobChange[][]; isLast: boolean } {
  for (let limit = MAX_ROWS; ; limit *= 10) {
    const rows = store.newestChanges.all(tx, { jobId, limit });
    const groups: JobChange[][] = [];
    for (const row of rows) {
      const group = groups.at(-1);
      if (group !== undefined && isSameGroup(group[0], row)) group.push(row);
      else groups.push([row]);
    }
    if (rows.length < limit) return { groups, isLast: true };
    // More rows of the last group may follow.
    if (groups.length > 1) return { groups: groups.slice(0, -1), isLast: false };
  }
}

function isSameGroup(one: JobChange | undefined, { tableName, groupId }: JobChange): boolean {
  return groupId !== null && one?.groupId === groupId && one.tableName === tableName;
}

const writtenIn = (tx: WriteTransaction) => ({ tables: [...tx.tables], change: tx.change });

interface Left {
  leftCount: number;
  left: LeftRow[];
}

function resultOf({ result }: store.JobRecord): Left {
  const saved = result === null ? null : (JSON.parse(result) as Partial<Left> | null);
  return { leftCount: saved?.leftCount ?? 0, left: saved?.left ?? [] };
}

function addLeft(result: Left, row: LeftRow): void {
  result.leftCount++;
  if (result.left.length < MAX_NAMED) result.left.push(row);
}
