import type { TableName } from "../database/schema.ts";
import type { WriteTransaction } from "../database/transaction.ts";
import type { LeftRow, RowRestorer } from "./restore.ts";
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

/** Restores rows in the opposite order of their changes until the deadline. A restored row leaves the journal with it. */
export function undoSlice(
  { restorer }: { readonly restorer: RowRestorer },
  tx: WriteTransaction,
  job: store.JobRecord,
  subject: TableName | null,
  deadline: number,
): SliceResult {
  const jobId = job.oid;
  tx.setCause(`undo ${jobId}`);
  const result = resultOf(job);
  const rows = store.newestChanges.all(tx, { jobId, limit: MAX_ROWS });
  const isComplete = job.undoState !== "undone";
  let restored = 0;
  for (const row of rows) {
    const left = restorer.restore(tx, row, isComplete);
    if (left !== null) addLeft(result, left);
    store.forgetChange.run(tx, { jobId, seq: row.seq });
    restored++;
    if (performance.now() >= deadline) break;
  }
  const done = job.done + restored;
  const progress = { ...store.progressOf(job), done };
  const saved = { oid: jobId, done, result: JSON.stringify(result), change: tx.change };
  if (restored < rows.length || rows.length === MAX_ROWS) {
    store.saveUndo.run(tx, saved);
    return { ...progress, ...writtenIn(tx) };
  }
  const state = job.undoState ?? "undone";
  store.finish.run(tx, { ...saved, state, total: job.total, finishedDT: tx.now });
  store.touchRecord(tx, subject, job.subjectId);
  return { ...progress, state, undoState: null, ...writtenIn(tx) };
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
