import Database from "better-sqlite3";
import { Unavailable } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Clock } from "../../platform/clock.ts";
import { deserializeError, type SerializedError } from "../../platform/error-serialization.ts";
import { reusableWorker } from "../../platform/reusable-worker.ts";
import type { DiskReserve } from "../disk-reserve.ts";
import { type Generation, trimLog } from "../generations/generations.ts";
import type { Actor } from "./audit-triggers.ts";
import type { CommittedWrite, GroupCommit } from "./group-commit.ts";
import type { TableName } from "./schema.ts";

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

/** The message that starts a transaction in the worker. */
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

/** A message from the worker. */
export type WorkerTransactionMessage =
  | { readonly kind: "progress"; readonly progress: unknown }
  | {
      readonly kind: "done";
      readonly result: unknown;
      readonly tables: readonly TableName[];
      readonly change: number;
    }
  | { readonly kind: "refused"; readonly refusal: SerializedError }
  | {
      readonly kind: "failed";
      readonly message: string;
      readonly stack: string;
      readonly sqlite: string | null;
    };

/** What worker transactions need from the storage. */
export interface WorkerTransactionDependencies {
  readonly commits: GroupCommit;
  readonly clock: Clock;
  readonly reserve: DiskReserve;
  current(): Generation;
  committed(written: readonly CommittedWrite[]): void;
}

/** The worker transactions of one storage. One runs at a time, never during a switch of generations. */
export interface WorkerTransactions {
  run<R, P>(tenantId: number, job: WorkerTransaction<P>): Promise<R>;
  /** Milliseconds since the last message of the running transaction. Null: none runs. */
  quietMs(): number | null;
  /** Aborts running and waiting transactions, and all later ones. */
  abort(): void;
  /** Like abort; resolves when none runs. */
  stop(): Promise<void>;
}

const abortedError = () =>
  new Unavailable(
    msg(
      "This was interrupted. Nothing was changed. Try again.",
      "Akce byla přerušena; nic se nezměnilo. Zkuste to znovu.",
    ),
    2,
  );

const workers = reusableWorker(new URL("./worker-transaction-worker.ts", import.meta.url));

/** Makes the worker transactions of a storage. */
export function makeWorkerTransactions({
  commits,
  clock,
  reserve,
  current,
  committed,
}: WorkerTransactionDependencies): WorkerTransactions {
  const running = new Set<Promise<unknown>>();
  const stopping = new AbortController();
  let lastMessageAt: number | null = null;

  async function run<R, P>(tenantId: number, job: WorkerTransaction<P>): Promise<R> {
    reserve.check();
    const signal = job.signal ? AbortSignal.any([job.signal, stopping.signal]) : stopping.signal;
    const resumeWrites = await commits.pauseWrites();
    lastMessageAt = performance.now();
    try {
      if (signal.aborted) throw abortedError();
      const message = await runInWorker(job, signal);
      if (message.kind === "refused") throw deserializeError(message.refusal);
      if (message.kind === "failed")
        throw reserve.toDomainError(signal.aborted ? abortedError() : errorOf(message));
      committed([{ tenantId, tables: new Set(message.tables), change: message.change }]);
      // The module's `run` returned it.
      return message.result as R;
    } catch (error) {
      trimLog(current());
      throw error;
    } finally {
      lastMessageAt = null;
      resumeWrites();
    }
  }

  async function runInWorker<P>(
    { module, data, by, address, onProgress }: WorkerTransaction<P>,
    signal: AbortSignal,
  ) {
    const aborted = new SharedArrayBuffer(4);
    const request: WorkerTransactionData = {
      file: current().file,
      module: module.href,
      data,
      by,
      address,
      now: clock.iso(),
      aborted,
    };
    const worker = workers.take();
    const abort = () => {
      Atomics.store(new Int32Array(aborted), 0, 1);
    };
    signal.addEventListener("abort", abort, { once: true });
    try {
      const message = await new Promise<Exclude<WorkerTransactionMessage, { kind: "progress" }>>(
        (resolve, reject) => {
          worker.on("message", (message: WorkerTransactionMessage) => {
            lastMessageAt = performance.now();
            if (message.kind !== "progress") return resolve(message);
            // The module's `run` reported it.
            onProgress?.(message.progress as P);
          });
          worker.on("error", reject);
          worker.on("exit", () => reject(new Error("the worker of a transaction has ended")));
          worker.postMessage(request);
        },
      );
      workers.release(worker);
      return message;
    } catch (error) {
      await worker.terminate();
      throw error;
    } finally {
      signal.removeEventListener("abort", abort);
    }
  }

  return {
    run<R, P>(tenantId: number, job: WorkerTransaction<P>) {
      const result = run<R, P>(tenantId, job);
      const ended = result.then(
        () => {},
        () => {},
      );
      running.add(ended);
      const forget = () => running.delete(ended);
      ended.then(forget, forget);
      return result;
    },
    quietMs: () => (lastMessageAt === null ? null : performance.now() - lastMessageAt),
    abort: () => stopping.abort(),
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

function errorOf({ message, stack, sqlite }: Extract<WorkerTransactionMessage, { kind: "failed" }>): Error {
  const error = sqlite === null ? new Error(message) : new Database.SqliteError(message, sqlite);
  error.stack = stack;
  return error;
}
