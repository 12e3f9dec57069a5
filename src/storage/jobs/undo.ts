import type { TableName } from "../database/schema.ts";
import type { Tx } from "../database/statement.ts";
import type { WriteTransaction } from "../database/transaction.ts";
import type { AddedArticle, JobChange, LeftRow, RowRestorer } from "./restore.ts";
import type { SliceBudget } from "./slice-budget.ts";
import type { SliceResult } from "./slices.ts";
import * as store from "./store.ts";

/** Rows read at once. */
const MAX_ROWS = 100;
/** Left rows that the result names. */
const MAX_NAMED = 100;

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
  for (const { rows, added } of unrestoredGroups(tx, jobId, restorer, isComplete)) {
    if (added !== null) {
      for (const left of restorer.removeArticle(tx, added)) addLeft(result, left);
      for (const { seq } of rows) store.forgetChange.run(tx, { jobId, seq });
      restored += rows.length;
      if (budget.isOver()) break;
      continue;
    }
    const left = restorer.leftGroup(rows, isComplete);
    if (left !== null) addLeft(result, left);
    for (const row of rows) {
      const rowLeft = left === null ? restorer.restore(tx, row, isComplete) : null;
      if (rowLeft === "later") {
        store.postponeChange.run(tx, { jobId, seq: row.seq });
        continue;
      }
      if (rowLeft !== null) addLeft(result, rowLeft);
      store.forgetChange.run(tx, { jobId, seq: row.seq });
      restored++;
    }
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

/** Rows that are restored in one piece. `added`: an added article and its added parts; null: others. */
interface Group {
  readonly rows: readonly JobChange[];
  readonly added: AddedArticle | null;
}

/**
 * The rows of the journal, newest first; those that are restored together in one piece. Each piece must have left the journal when
 * the next one is read. `isComplete`: added articles that do not stay, and their parts, are pieces by themselves.
 */
function* unrestoredGroups(
  tx: Tx,
  jobId: number,
  restorer: RowRestorer,
  isComplete: boolean,
): Generator<Group, void> {
  for (;;) {
    const newest = store.newestChanges.all(tx, { jobId, limit: MAX_ROWS });
    const taken = new Set<number>();
    for (const row of newest) {
      if (taken.has(row.seq)) continue;
      // No other record that a job adds refers to an article of its own: the article may go before its turn.
      const added = restorer.addedArticle(row, isComplete);
      const rows = added === null ? rowsWith(tx, row) : [added.article, ...added.parts];
      for (const { seq } of rows) taken.add(seq);
      yield { rows, added };
    }
    if (newest.length < MAX_ROWS) return;
  }
}

/** The rows that are restored together with one. */
const rowsWith = (tx: Tx, row: JobChange): readonly JobChange[] =>
  row.groupId === null
    ? [row]
    : store.changesOfGroup.all(tx, { jobId: row.jobId, tableName: row.tableName, groupId: row.groupId });

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
