import type { Database } from "better-sqlite3";
import type { Clock } from "../../platform/clock.ts";
import type { DiskReserve } from "../files/disk-reserve.ts";
import { createTriggers } from "./audit-triggers.ts";
import { createLocks, type RunningJobs, toLockError } from "./job-locks.ts";
import type { TableName } from "./schema.ts";
import type { Db, Tx } from "./statement.ts";
import { type WriteOptions, WriteTransaction } from "./transaction.ts";

/** A transaction ends when its function returns, so it can't return a promise. */
export type NotPromise<T> = T extends PromiseLike<unknown> ? never : T;

/** The changes of one write. */
export interface CommittedWrite {
  readonly tenantId: number | null;
  readonly tables: ReadonlySet<TableName>;
  readonly change: number;
}

/** A write whose function has run. */
export interface PendingWrite {
  readonly tx: Tx;
  readonly tenantId: number | null;
  readonly tables: ReadonlySet<TableName>;
}

/** A write that waits for its turn. */
interface QueuedWrite {
  readonly tenantId: number | null;
  readonly options: WriteOptions;
  run(tx: Tx): void;
  resolve(): void;
  reject(error: unknown): void;
}

/** The longest time that many waiting writes block the event loop at once. */
const MAX_TURN_MS = 10;

const prepareStatements = (connection: Database, runningJobs: RunningJobs) => ({
  connection,
  audit: createTriggers(connection),
  locks: createLocks(connection, runningJobs),
  begin: connection.prepare("BEGIN IMMEDIATE"),
  commit: connection.prepare("COMMIT"),
  rollback: connection.prepare("ROLLBACK"),
  savepoint: connection.prepare("SAVEPOINT write"),
  release: connection.prepare("RELEASE write"),
  undo: connection.prepare("ROLLBACK TO write"),
});

/** What the group commit needs from the storage. */
interface GroupCommitDependencies {
  /** The connection that writes. It changes while writes are paused. */
  current(): Database;
  readonly db: Db;
  readonly clock: Clock;
  readonly reserve: DiskReserve;
  readonly runningJobs: RunningJobs;
  /** Called at the end of each write that has written, in its transaction. */
  beforeCommit(write: PendingWrite): void;
  /** Called after each commit. */
  committed(writes: readonly CommittedWrite[]): void;
}

/**
 * Runs the server's writes in order. The writes of one turn of the event loop share a transaction, and with it the log's pages
 * and the flush. An error rolls back only its own write: each has a savepoint, or all of them run again with one. Writes can be
 * paused.
 */
export class GroupCommit {
  /** The first element is 1 while a write or another pause waits for the end of a pause. Threads read it. */
  readonly contention = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #storage: GroupCommitDependencies;
  #prepared: ReturnType<typeof prepareStatements>;
  #waiting: QueuedWrite[] = [];
  #pauses = 0;
  #lastPause = Promise.resolve();

  constructor(storage: GroupCommitDependencies) {
    this.#storage = storage;
    this.#prepared = prepareStatements(storage.current(), storage.runningJobs);
  }

  /** Runs `work` in a write transaction. Rejects with its error, or with Unavailable on a full disk (storage.ts). */
  readonly write = <T>(
    tenantId: number | null,
    work: (tx: Tx) => NotPromise<T>,
    options: WriteOptions = {},
  ): Promise<NotPromise<T>> =>
    new Promise<NotPromise<T>>((resolve, reject) => {
      if (!options.evenWhenLow) this.#storage.reserve.check();
      let result: NotPromise<T>;
      this.#waiting.push({
        tenantId,
        options,
        run(tx) {
          result = work(tx);
        },
        resolve: () => resolve(result),
        reject,
      });
      this.#updateContention();
      if (this.#waiting.length === 1) setImmediate(this.#flush);
    });

  /**
   * Pauses writes. Resolves when no other pause is active, with a function that resumes them on the connection that `current`
   * returns then.
   */
  readonly pauseWrites = async (): Promise<() => void> => {
    this.#pauses++;
    this.#updateContention();
    const earlier = this.#lastPause;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lastPause = promise;
    await earlier;
    return () => {
      this.#pauses--;
      this.#updateContention();
      resolve();
      if (this.#pauses > 0) return;
      const current = this.#storage.current();
      if (this.#prepared.connection !== current)
        this.#prepared = prepareStatements(current, this.#storage.runningJobs);
      setImmediate(this.#flush);
    };
  };

  #updateContention(): void {
    const isAwaited = this.#pauses > 1 || (this.#pauses === 1 && this.#waiting.length > 0);
    Atomics.store(this.contention, 0, isAwaited ? 1 : 0);
  }

  readonly #flush = (): void => {
    if (this.#pauses > 0 || this.#waiting.length === 0) return;
    const refusal = this.#storage.reserve.refusal();
    const queue = refusal === null ? this.#waiting : this.#refuseWaiting(refusal);
    this.#waiting = [];
    if (queue.length === 0) return;
    // With savepoints SQLite copies each page before a write changes it.
    const areRepeatable = queue.length > 1 && queue.every(({ options }) => options.isRepeatable);
    if (!areRepeatable || !this.#runAll(queue, false)) this.#runAll(queue, queue.length > 1);
  };

  /**
   * Runs writes in one transaction and settles them. Returns false where one of several without savepoints threw: then everything
   * is rolled back, and no write is settled.
   */
  #runAll(queue: QueuedWrite[], hasSavepoints: boolean): boolean {
    const { connection, begin, commit, rollback } = this.#prepared;
    const mustRepeat = queue.length > 1 && !hasSavepoints;
    const writes: CommittedWrite[] = [];
    const succeeded: QueuedWrite[] = [];
    const deadline = performance.now() + MAX_TURN_MS;
    try {
      begin.run();
      for (const [index, queued] of queue.entries()) {
        const write = this.#runOne(queued, hasSavepoints, mustRepeat);
        if (write !== null) {
          succeeded.push(queued);
          if (write.tables.size > 0) writes.push(write);
        } else if (mustRepeat) return false;
        if (performance.now() > deadline) this.#postpone(queue.splice(index + 1));
      }
      // Without a successful write there is nothing to commit and nothing to flush.
      if (connection.inTransaction) (writes.length > 0 ? commit : rollback).run();
    } catch (error) {
      // The whole transaction is rolled back, with every write that had no error of its own.
      if (connection.inTransaction) rollback.run();
      const reason = this.#storage.reserve.toDomainError(error);
      for (const queued of queue) queued.reject(reason);
      return true;
    }
    if (writes.length > 0) this.#storage.committed(writes);
    for (const queued of succeeded) queued.resolve();
    return true;
  }

  /** Rejects the writes that waited when writes began to be refused. Returns the others. */
  #refuseWaiting(refusal: Error): QueuedWrite[] {
    for (const { options, reject } of this.#waiting) if (!options.evenWhenLow) reject(refusal);
    return this.#waiting.filter(({ options }) => options.evenWhenLow);
  }

  /** Runs writes in the next turn, before those that arrive until then. */
  #postpone(queue: readonly QueuedWrite[]): void {
    if (queue.length === 0) return;
    this.#waiting = [...queue, ...this.#waiting];
    setImmediate(this.#flush);
  }

  /**
   * Runs one write. Returns null when its function threw: its changes are rolled back, without a savepoint the whole
   * transaction, and unless the write `mustRepeat` it is rejected. Throws when the whole transaction failed.
   */
  #runOne(queued: QueuedWrite, hasSavepoint: boolean, mustRepeat: boolean): CommittedWrite | null {
    const { db, clock, reserve } = this.#storage;
    const { connection, audit, savepoint, release, undo, rollback } = this.#prepared;
    const tx = new WriteTransaction(db.query, queued.options);
    tx.begin(audit, clock.iso());
    const { tables } = tx;
    if (hasSavepoint) savepoint.run();
    let change = 0;
    try {
      queued.run(tx);
      if (tables.size > 0) {
        this.#storage.beforeCommit({ tx, tenantId: queued.tenantId, tables });
        change = tx.change;
      }
    } catch (error) {
      if (!connection.inTransaction) throw error;
      if (hasSavepoint) {
        undo.run();
        release.run();
      } else rollback.run();
      if (!mustRepeat) queued.reject(reserve.toDomainError(toLockError(error)));
      return null;
    }
    if (hasSavepoint) release.run();
    return { tenantId: queued.tenantId, tables, change };
  }
}
