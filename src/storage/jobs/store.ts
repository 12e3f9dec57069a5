import { sql } from "kysely";
import type { Actor } from "../database/audit-triggers.ts";
import type { JobState, TableName, UndoState } from "../database/schema.ts";
import { type Db, sqlite, statement, type Tx } from "../database/statement.ts";
import { deleteFrom, selectFrom, updateTable } from "../database/table-statements.ts";

// Queries of the slices of jobs.

const record = selectFrom("job", ["oid"]);

/** A stored job. */
export type JobRecord = NonNullable<ReturnType<typeof record.first>>;

/** The job of this id. Throws Error: only stored jobs have slices. */
export function getJob(db: Db, oid: number): JobRecord {
  const found = record.first(db, { oid });
  if (found === null) throw new Error(`job ${oid} is missing`);
  return found;
}

const storedInput = selectFrom("jobInput", ["jobId"], ["input"]);

/** What the job's program was given. */
export function inputOf(db: Db, jobId: number): unknown {
  const found = storedInput.first(db, { jobId });
  if (found === null) throw new Error(`job ${jobId} has no input`);
  return JSON.parse(found.input);
}

/** Gives the record of a job a new version, because a job begins or ends. */
export function touchRecord(tx: Tx, table: TableName | null, oid: number | null): void {
  if (table === null || oid === null) return;
  tx.recordWrite(table);
  tx.query({ sql: `UPDATE ${table} SET change = ? WHERE oid = ?`, reads: [] }, []).run(tx.change, oid);
}

/** The progress of a stored job. */
export function progressOf({
  state,
  undoState,
  isFinal,
  done,
  total,
}: Pick<JobRecord, "state" | "undoState" | "isFinal" | "done" | "total">) {
  return { state, undoState, isFinal: isFinal === 1, done, total };
}

export const savePosition = updateTable("job", {
  set: ["position", "done", "total", "isFinal", "change"],
  where: ["oid"],
});
export const finish = statement(
  (p: {
    oid: number;
    state: JobState;
    done: number;
    total: number | null;
    result: string;
    finishedDT: string;
    change: number;
  }) =>
    sqlite
      .updateTable("job")
      .set({ state: p.state, undoState: null, done: p.done, total: p.total, result: p.result })
      .set({ finishedDT: p.finishedDT, change: p.change })
      .where("oid", "=", p.oid),
);

const updateToUndo = statement(
  (p: {
    oid: number;
    undoState: UndoState;
    error: string | null;
    undoUserId: number | null;
    undoDeviceTokenId: number | null;
    change: number;
  }) =>
    sqlite
      .updateTable("job")
      .set({ undoUserId: p.undoUserId, undoDeviceTokenId: p.undoDeviceTokenId })
      .set((eb) => ({
        state: "running" as const,
        undoState: p.undoState,
        error: p.error,
        done: 0,
        result: null,
        finishedDT: null,
        total: eb
          .selectFrom("jobChange")
          .where("jobId", "=", p.oid)
          .select((of) => of.fn.coalesce(of.fn.max("seq"), of.val(0)).as("rows")),
        change: p.change,
      }))
      .where("oid", "=", p.oid),
);
/** The beginning of an undo. `error`: why the job failed; null: it did not. `by`: who asked for it; null: the server. */
interface UndoBegin {
  readonly oid: number;
  readonly undoState: UndoState;
  readonly error: string | null;
  readonly by: Actor | null;
  readonly change: number;
}
/** Begins to undo the job: its progress counts the restored rows. */
export function beginUndo(tx: Tx, { by, ...begin }: UndoBegin): void {
  updateToUndo.run(tx, {
    ...begin,
    undoUserId: by?.userId ?? null,
    undoDeviceTokenId: by?.deviceTokenId ?? null,
  });
}

export const saveUndo = updateTable("job", { set: ["done", "result", "change"], where: ["oid"] });

/** The number of the last recorded change. */
export const lastSeq = statement((p: { jobId: number }) =>
  sqlite
    .selectFrom("jobChange")
    .where("jobId", "=", p.jobId)
    .select((eb) => eb.fn.max<number | null>("seq").as("seq")),
);
export const newestChanges = statement((p: { jobId: number; limit: number }) =>
  sqlite
    .selectFrom("jobChange")
    .where("jobId", "=", p.jobId)
    .orderBy("seq", "desc")
    .limit(p.limit)
    .select(["jobId", "seq", "tableName", "rowId", "before", "groupId", "change"]),
);
/** All rows of a group, newest first. */
export const changesOfGroup = statement((p: { jobId: number; tableName: string; groupId: number }) =>
  sqlite
    .selectFrom("jobChange")
    .where("jobId", "=", p.jobId)
    .where("groupId", "=", p.groupId)
    .where("tableName", "=", p.tableName)
    .orderBy("seq", "desc")
    .select(["jobId", "seq", "tableName", "rowId", "before", "groupId", "change"]),
);
export const forgetChange = deleteFrom("jobChange", ["jobId", "seq"]);
/** Makes a change the first one of its job, so that it is restored last. */
export const postponeChange = statement((p: { jobId: number; seq: number }) =>
  sqlite
    .updateTable("jobChange")
    .set({ seq: sql<number>`(SELECT min(seq) - 1 FROM jobChange WHERE jobId = ${p.jobId})` })
    .where("jobId", "=", p.jobId)
    .where("seq", "=", p.seq),
);
