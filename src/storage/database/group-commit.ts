import type { Database } from "better-sqlite3";
import type { Clock } from "../../platform/clock.ts";
import type { DiskReserve } from "../disk-reserve.ts";
import { createAuditTriggers } from "./audit-triggers.ts";
import type { TableName } from "./schema.ts";
import type { Db, Tx } from "./statement.ts";
import { makeTransaction, type WriteOptions } from "./transaction.ts";

/** A transaction ends when its function returns, so it can't return a promise. */
export type NotPromise<T> = T extends PromiseLike<unknown> ? never : T;

/** The changes of one write. */
export interface CommittedWrite {
  readonly tenantId: number | null;
  readonly tables: ReadonlySet<TableName>;
  readonly change: number;
}

interface Job {
  readonly tenantId: number | null;
  readonly options: WriteOptions;
  run(tx: Tx): void;
  resolve(): void;
  reject(error: unknown): void;
}

/** Runs the server's writes in order. They can be paused. */
export interface GroupCommit {
  write<T>(
    tenantId: number | null,
    work: (tx: Tx) => NotPromise<T>,
    options?: WriteOptions,
  ): Promise<NotPromise<T>>;
  /**
   * Pauses writes. Resolves when no other pause is active, with a function that resumes them on the connection that `current`
   * returns then.
   */
  pauseWrites(): Promise<() => void>;
}

/** The longest time that many waiting writes block the event loop at once. */
const MAX_TURN_MS = 10;

const prepareStatements = (connection: Database) => ({
  connection,
  audit: createAuditTriggers(connection),
  begin: connection.prepare("BEGIN IMMEDIATE"),
  commit: connection.prepare("COMMIT"),
  rollback: connection.prepare("ROLLBACK"),
  savepoint: connection.prepare("SAVEPOINT job"),
  release: connection.prepare("RELEASE job"),
  undo: connection.prepare("ROLLBACK TO job"),
});

/**
 * Makes the group commit: the writes of one turn of the event loop share a transaction, and with it the log's pages and the
 * flush. Each write has a savepoint, so that an error rolls back only its own write. `committed` is called after each commit.
 */
export function makeGroupCommit(
  current: () => Database,
  db: Db,
  clock: Clock,
  reserve: DiskReserve,
  committed: (written: readonly CommittedWrite[]) => void,
): GroupCommit {
  let prepared = prepareStatements(current());
  let pauses = 0;
  let lastPause = Promise.resolve();
  let waiting: Job[] = [];

  function flush(): void {
    if (pauses > 0 || waiting.length === 0) return;
    const jobs = waiting;
    waiting = [];
    const written: CommittedWrite[] = [];
    const succeeded: Job[] = [];
    const deadline = performance.now() + MAX_TURN_MS;
    try {
      prepared.begin.run();
      for (const [index, job] of jobs.entries()) {
        const result = runOne(job, jobs.length > 1);
        if (result !== null) {
          succeeded.push(job);
          if (result.tables.size > 0) written.push(result);
        }
        if (performance.now() > deadline) postpone(jobs.splice(index + 1));
      }
      // Without a successful write there is nothing to commit and nothing to flush.
      if (prepared.connection.inTransaction) (written.length > 0 ? prepared.commit : prepared.rollback).run();
    } catch (error) {
      // The whole transaction is rolled back, with every write that had no error of its own.
      if (prepared.connection.inTransaction) prepared.rollback.run();
      const reason = reserve.toDomainError(error);
      for (const job of jobs) job.reject(reason);
      return;
    }
    if (written.length > 0) committed(written);
    for (const job of succeeded) job.resolve();
  }

  /** Runs jobs in the next turn, before jobs that arrive until then. */
  function postpone(jobs: readonly Job[]): void {
    if (jobs.length === 0) return;
    waiting = [...jobs, ...waiting];
    setImmediate(flush);
  }

  /** Runs one job. Returns null when the job's function threw. Throws when the whole transaction failed. */
  function runOne(job: Job, isShared: boolean): CommittedWrite | null {
    const { tx, tables } = makeTransaction(db.query, prepared.audit, clock.iso(), job.options);
    if (isShared) prepared.savepoint.run();
    let change = 0;
    try {
      job.run(tx);
      if (tables.size > 0) change = tx.change;
    } catch (error) {
      if (!prepared.connection.inTransaction) throw error;
      if (isShared) {
        prepared.undo.run();
        prepared.release.run();
      } else prepared.rollback.run();
      job.reject(reserve.toDomainError(error));
      return null;
    }
    if (isShared) prepared.release.run();
    return { tenantId: job.tenantId, tables, change };
  }

  return {
    write<T>(tenantId: number | null, work: (tx: Tx) => NotPromise<T>, options: WriteOptions = {}) {
      return new Promise<NotPromise<T>>((resolve, reject) => {
        if (!options.evenWhenLow) reserve.check();
        let result: NotPromise<T>;
        waiting.push({
          tenantId,
          options,
          run(tx) {
            result = work(tx);
          },
          resolve: () => resolve(result),
          reject,
        });
        if (waiting.length === 1) setImmediate(flush);
      });
    },
    async pauseWrites() {
      pauses++;
      const earlier = lastPause;
      let end = () => {};
      lastPause = new Promise((resolve) => {
        end = resolve;
      });
      await earlier;
      return () => {
        pauses--;
        end();
        if (pauses > 0) return;
        if (prepared.connection !== current()) prepared = prepareStatements(current());
        setImmediate(flush);
      };
    },
  };
}
