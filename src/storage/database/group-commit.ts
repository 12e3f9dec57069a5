import type { Database } from "better-sqlite3";
import type { Clock } from "../../platform/clock.ts";
import type { DiskReserve } from "../disk-reserve.ts";
import { createAuditTriggers } from "./audit-triggers.ts";
import type { TableName } from "./schema.ts";
import type { Db, Tx } from "./statement.ts";
import { makeTransaction, type WriteOptions } from "./transaction.ts";

/** A transaction ends when its function returns, so it can't return a promise. */
export type NotPromise<T> = T extends PromiseLike<unknown> ? never : T;

/** What one write has changed. */
export interface CommittedWrite {
  readonly tenantId: number | null;
  readonly tables: ReadonlySet<TableName>;
  readonly change: number;
}

interface Job {
  readonly tenantId: number | null;
  readonly options: WriteOptions;
  run(tx: Tx): void;
  done(): void;
  failed(error: unknown): void;
}

/** The writes of the box, in order; they can be held back while the database is changed otherwise. */
export interface GroupCommit {
  write<T>(
    tenantId: number | null,
    work: (tx: Tx) => NotPromise<T>,
    options?: WriteOptions,
  ): Promise<NotPromise<T>>;
  /**
   * From now on writes wait. Resolves when nobody else holds them back, with what lets them go on: on the connection that
   * `current` gives then.
   */
  pauseWrites(): Promise<() => void>;
}

/** Many that have waited for a long write do not hold the event loop for longer. */
const TURN_MS = 10;

const prepareOn = (connection: Database) => ({
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
 * Makes `write`: the writes of one turn of the event loop share a transaction, each in a savepoint of its own, so that
 * one that throws undoes itself alone. They share the pages of the log and the flush; none waits longer than the turn,
 * unless there are very many.
 */
export function makeGroupCommit(
  current: () => Database,
  db: Db,
  clock: Clock,
  reserve: DiskReserve,
  committed: (written: readonly CommittedWrite[]) => void,
): GroupCommit {
  let on = prepareOn(current());
  let holders = 0;
  let lastHolder = Promise.resolve();
  let waiting: Job[] = [];

  function flush(): void {
    if (holders > 0 || waiting.length === 0) return;
    const jobs = waiting;
    waiting = [];
    const written: CommittedWrite[] = [];
    const succeeded: Job[] = [];
    const until = performance.now() + TURN_MS;
    try {
      on.begin.run();
      for (const [index, job] of jobs.entries()) {
        const result = runOne(job, jobs.length > 1);
        if (result !== null) {
          succeeded.push(job);
          if (result.tables.size > 0) written.push(result);
        }
        if (performance.now() > until) later(jobs.splice(index + 1));
      }
      // Where nothing is left of it there is nothing to write, and so nothing that would have to be flushed.
      if (on.connection.inTransaction) (written.length > 0 ? on.commit : on.rollback).run();
    } catch (error) {
      // The whole transaction is gone, and with it every write that was not refused by its own rules.
      if (on.connection.inTransaction) on.rollback.run();
      const reason = reserve.toDomainError(error);
      for (const job of jobs) job.failed(reason);
      return;
    }
    if (written.length > 0) committed(written);
    for (const job of succeeded) job.done();
  }

  /** In the next turn, before those that come until then. */
  function later(jobs: readonly Job[]): void {
    if (jobs.length === 0) return;
    waiting = [...jobs, ...waiting];
    setImmediate(flush);
  }

  /** Null when the job's own rules refused it; throws when the transaction as a whole failed. */
  function runOne(job: Job, isShared: boolean): CommittedWrite | null {
    const { tx, tables } = makeTransaction(db.query, on.audit, clock.iso(), job.options);
    if (isShared) on.savepoint.run();
    let change = 0;
    try {
      job.run(tx);
      if (tables.size > 0) change = tx.change;
    } catch (error) {
      if (!on.connection.inTransaction) throw error;
      if (isShared) {
        on.undo.run();
        on.release.run();
      } else on.rollback.run();
      job.failed(reserve.toDomainError(error));
      return null;
    }
    if (isShared) on.release.run();
    return { tenantId: job.tenantId, tables, change };
  }

  return {
    write<T>(tenantId: number | null, work: (tx: Tx) => NotPromise<T>, options: WriteOptions = {}) {
      return new Promise<NotPromise<T>>((done, failed) => {
        if (!options.evenWhenLow) reserve.check();
        let result: NotPromise<T>;
        waiting.push({
          tenantId,
          options,
          run(tx) {
            result = work(tx);
          },
          done: () => done(result),
          failed,
        });
        if (waiting.length === 1) setImmediate(flush);
      });
    },
    async pauseWrites() {
      holders++;
      const before = lastHolder;
      let free = () => {};
      lastHolder = new Promise((done) => {
        free = done;
      });
      await before;
      return () => {
        holders--;
        free();
        if (holders > 0) return;
        if (on.connection !== current()) on = prepareOn(current());
        setImmediate(flush);
      };
    },
  };
}
