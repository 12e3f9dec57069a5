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

/** A write that takes longer than the event loop may be held: it runs in a thread of its own, as one transaction. */
export interface WorkerTransaction<P> {
  /**
   * A module that exports `run(tx, data, tell)`: a synchronous function. `tell` takes its progress; it throws when the write
   * was aborted, so it must be called every few milliseconds of work.
   */
  readonly module: URL;
  /** For `run`; whatever `structuredClone` takes. */
  readonly data: unknown;
  readonly by: Actor;
  /** The client's address, for the security log. */
  readonly address?: string | undefined;
  readonly onProgress?: (progress: P) => void;
  /** Aborted: the write is undone, and rejects. */
  readonly signal?: AbortSignal;
}

/** What the thread is given. */
export interface WorkerTransactionData {
  readonly file: string;
  readonly module: string;
  readonly data: unknown;
  readonly by: Actor;
  readonly address: string | undefined;
  readonly now: string;
  /** One 32-bit word: not 0 when the write shall end. */
  readonly aborted: SharedArrayBuffer;
}

/** What the thread says. */
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

/** What long writes need of the storage around them. */
export interface WorkerTransactionDependencies {
  readonly commits: GroupCommit;
  readonly clock: Clock;
  readonly reserve: DiskReserve;
  current(): Generation;
  committed(written: readonly CommittedWrite[]): void;
}

/** The long writes of one storage; one at a time, and never while the next generation takes over. */
export interface WorkerTransactions {
  run<R, P>(tenantId: number, job: WorkerTransaction<P>): Promise<R>;
  /** Milliseconds since the one that runs gave a sign of life; null: none runs. */
  quietMs(): number | null;
  /** From now on those that run or wait are aborted. */
  abort(): void;
  /** The same; resolves when none does. */
  stop(): Promise<void>;
}

const ENDED = () =>
  new Unavailable(
    msg(
      "This was broken off; nothing was changed. Try again.",
      "Akce byla přerušena; nic se nezměnilo. Zkuste to znovu.",
    ),
    2,
  );

const threads = reusableWorker(new URL("./worker-transaction-worker.ts", import.meta.url));

export function makeWorkerTransactions({
  commits,
  clock,
  reserve,
  current,
  committed,
}: WorkerTransactionDependencies): WorkerTransactions {
  const running = new Set<Promise<unknown>>();
  const stopping = new AbortController();
  let lastSign: number | null = null;

  async function run<R, P>(tenantId: number, job: WorkerTransaction<P>): Promise<R> {
    reserve.check();
    const signal = job.signal ? AbortSignal.any([job.signal, stopping.signal]) : stopping.signal;
    const release = await commits.pauseWrites();
    lastSign = performance.now();
    try {
      if (signal.aborted) throw ENDED();
      const sign = await inThread(job, signal);
      if (sign.kind === "refused") throw deserializeError(sign.refusal);
      if (sign.kind === "failed") throw reserve.toDomainError(signal.aborted ? ENDED() : errorOf(sign));
      committed([{ tenantId, tables: new Set(sign.tables), change: sign.change }]);
      // `run` of the module gave it.
      return sign.result as R;
    } catch (error) {
      trimLog(current());
      throw error;
    } finally {
      lastSign = null;
      release();
    }
  }

  async function inThread<P>(
    { module, data, by, address, onProgress: tell }: WorkerTransaction<P>,
    signal: AbortSignal,
  ) {
    const aborted = new SharedArrayBuffer(4);
    const order: WorkerTransactionData = {
      file: current().file,
      module: module.href,
      data,
      by,
      address,
      now: clock.iso(),
      aborted,
    };
    const worker = threads.take();
    const abort = () => {
      Atomics.store(new Int32Array(aborted), 0, 1);
    };
    signal.addEventListener("abort", abort, { once: true });
    try {
      const sign = await new Promise<Exclude<WorkerTransactionMessage, { kind: "progress" }>>(
        (done, failed) => {
          worker.on("message", (sign: WorkerTransactionMessage) => {
            lastSign = performance.now();
            if (sign.kind !== "progress") return done(sign);
            // It is what `run` of the module told.
            tell?.(sign.progress as P);
          });
          worker.on("error", failed);
          worker.on("exit", () => failed(new Error("the thread of a long write has ended")));
          worker.postMessage(order);
        },
      );
      threads.release(worker);
      return sign;
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
    quietMs: () => (lastSign === null ? null : performance.now() - lastSign),
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
