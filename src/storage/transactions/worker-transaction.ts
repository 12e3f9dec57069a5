import { DomainError, Unavailable } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Clock } from "../../platform/clock.ts";
import { DatabaseWorker } from "../../platform/workers/database-worker.ts";
import { reusableWorker } from "../../platform/workers/reusable-worker.ts";
import type { Actor } from "../database/audit-triggers.ts";
import type { CommittedWrite, GroupCommit } from "../database/group-commit.ts";
import type { TableName } from "../database/schema.ts";
import type { DiskReserve } from "../files/disk-reserve.ts";
import { type Generation, trimLog } from "../generations/generations.ts";

/** A write that would block the event loop too long: it runs in a worker, as one transaction. */
export interface WorkerTransaction<P> {
  /**
   * A module that exports a synchronous function `run(tx, data, report)`. `report` sends progress and throws when the write was
   * aborted, so `run` must call it every few milliseconds.
   */
  readonly module: URL;
  /** Input of `run`; any value that `structuredClone` supports. */
  readonly data: unknown;
  readonly by: Actor;
  /** The client's address, for the security log. */
  readonly address?: string | undefined;
  readonly onProgress?: (progress: P) => void;
  /** Aborting it rolls the write back and rejects. */
  readonly signal?: AbortSignal;
}

/** The input of a transaction in the worker. */
export interface WorkerTransactionData {
  readonly file: string;
  readonly module: string;
  readonly data: unknown;
  readonly by: Actor;
  readonly address: string | undefined;
  readonly now: string;
  /** One 32-bit word: not 0 when the write is aborted. */
  readonly aborted: SharedArrayBuffer;
}

/** The result of a transaction: that of its module, and the written tables. */
export interface WorkerTransactionResult {
  readonly result: unknown;
  readonly tables: readonly TableName[];
  readonly change: number;
}

/** The functions of the worker. */
export interface TransactionProgram {
  execute(job: WorkerTransactionData, report: (progress: unknown) => void): Promise<WorkerTransactionResult>;
}

/** What worker transactions need from the storage. */
export interface WorkerTransactionDependencies {
  readonly commits: GroupCommit;
  readonly clock: Clock;
  readonly reserve: DiskReserve;
  current(): Generation;
  committed(written: readonly CommittedWrite[]): void;
}

const abortedError = () =>
  new Unavailable(
    msg(
      "This was interrupted. Nothing was changed. Try again.",
      "Akce byla přerušena; nic se nezměnilo. Zkuste to znovu.",
    ),
    2,
  );

const workers = reusableWorker<TransactionProgram>(
  () => new DatabaseWorker(new URL("./worker-transaction-worker.ts", import.meta.url)),
);

/** The worker transactions of one storage. One runs at a time, never during a switch of generations. */
export class WorkerTransactions {
  readonly #storage: WorkerTransactionDependencies;
  readonly #running = new Set<Promise<unknown>>();
  readonly #stopping = new AbortController();
  #lastMessageAt: number | null = null;

  constructor(storage: WorkerTransactionDependencies) {
    this.#storage = storage;
  }

  /** Runs a transaction; resolves with the result of its module. Rejects with its error, or with Unavailable when aborted. */
  run<R, P>(tenantId: number, job: WorkerTransaction<P>): Promise<R> {
    const result = this.#runPaused<R, P>(tenantId, job);
    const forget = () => {
      this.#running.delete(ended);
    };
    const ended = result.then(forget, forget);
    this.#running.add(ended);
    return result;
  }

  /** Milliseconds since the last message of the running transaction. Null: none runs. */
  quietMs(): number | null {
    return this.#lastMessageAt === null ? null : performance.now() - this.#lastMessageAt;
  }

  /** Aborts running and waiting transactions, and all later ones. */
  abort(): void {
    this.#stopping.abort();
  }

  /** Like abort; resolves when none runs. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#running);
  }

  async #runPaused<R, P>(tenantId: number, job: WorkerTransaction<P>): Promise<R> {
    const { commits, reserve, current, committed } = this.#storage;
    reserve.check();
    const stopping = this.#stopping.signal;
    const signal = job.signal ? AbortSignal.any([job.signal, stopping]) : stopping;
    const resumeWrites = await commits.pauseWrites();
    this.#lastMessageAt = performance.now();
    try {
      if (signal.aborted) throw abortedError();
      const { result, tables, change } = await this.#runInWorker(job, signal);
      committed([{ tenantId, tables: new Set(tables), change }]);
      // The module's `run` returned it.
      return result as R;
    } catch (error) {
      trimLog(current());
      if (error instanceof DomainError) throw error;
      throw signal.aborted ? abortedError() : reserve.toDomainError(error);
    } finally {
      this.#lastMessageAt = null;
      resumeWrites();
    }
  }

  async #runInWorker<P>(
    { module, data, by, address, onProgress }: WorkerTransaction<P>,
    signal: AbortSignal,
  ) {
    const aborted = new SharedArrayBuffer(4);
    const { current, clock } = this.#storage;
    const { file } = current();
    const input = { file, module: module.href, data, by, address, now: clock.iso(), aborted };
    const abort = () => {
      Atomics.store(new Int32Array(aborted), 0, 1);
    };
    signal.addEventListener("abort", abort, { once: true });
    const worker = workers.take();
    try {
      return await worker.call("execute", input, {
        onProgress: (progress) => {
          this.#lastMessageAt = performance.now();
          // The module's `run` reported it.
          onProgress?.(progress as P);
        },
      });
    } finally {
      workers.release(worker);
      signal.removeEventListener("abort", abort);
    }
  }
}
