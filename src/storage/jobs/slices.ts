import { setImmediate as nextTurn } from "node:timers/promises";
import { DomainError } from "../../domain/errors.ts";
import type { Clock } from "../../platform/clock.ts";
import { WorkerClient } from "../../platform/workers/client.ts";
import { DatabaseWorker } from "../../platform/workers/database-worker.ts";
import type { Actor } from "../database/audit-triggers.ts";
import type { CommittedWrite, GroupCommit } from "../database/group-commit.ts";
import type { JobState, TableName, UndoState } from "../database/schema.ts";
import type { Versions } from "../database/versions.ts";
import type { DiskReserve } from "../files/disk-reserve.ts";
import { type Generation, trimLog } from "../generations/generations.ts";
import type { JobKind } from "./job-kind.ts";

/** A job, as its slices need it. */
export interface SlicedJob {
  readonly jobId: number;
  readonly tenantId: number;
  /** The module of the program: `run` is a JobProgram. */
  readonly module: string;
  readonly by: Actor;
  readonly address: string | null;
  /** True: nothing is audited. */
  readonly isSilent: boolean;
  /** Tables whose changes are recorded. */
  readonly journaled: readonly TableName[];
  /** Tables from which the program keeps what it has read. */
  readonly watched: readonly TableName[];
  /** The table of the job's record, if it shows its job. */
  readonly subject: TableName | null;
  /** Runs the work between two slices (JobKind.between). */
  readonly between?: JobKind["between"];
}

/** The input of a slice in the worker. */
export interface SliceRequest extends Omit<SlicedJob, "tenantId" | "watched" | "between"> {
  readonly file: string;
  readonly now: string;
  /** Milliseconds that the slice works at most. */
  readonly maxMs: number;
  /** The newest change of the watched tables. */
  readonly watchedChange: number;
  /** False: the job is being undone, without its program. */
  readonly needsProgram: boolean;
  /** The result of the work that the last slice asked for. */
  readonly outcome: unknown;
}

/** The start data of the worker. */
export interface SliceWorkerData {
  /** Of GroupCommit. */
  readonly contention: Int32Array<SharedArrayBuffer>;
}

/** The progress of a job. */
export interface JobProgress {
  readonly state: JobState;
  readonly undoState: UndoState | null;
  /** True: the job can't be cancelled any more. */
  readonly isFinal: boolean;
  readonly done: number;
  readonly total: number | null;
}

/** The state after a slice. */
interface SliceProgress extends JobProgress {
  /** Work to do before the next slice, whose input is its result (JobStep.between). */
  readonly between?: object;
}

/** The state after a slice, and what it has written. */
export interface SliceResult extends SliceProgress {
  readonly tables: readonly TableName[];
  readonly change: number;
}

/** The functions of the worker. */
export interface SliceProgram {
  runSlice(request: SliceRequest): Promise<SliceResult>;
  /** Loads the module of a program. */
  load(module: string): Promise<void>;
  forget(jobId: number): void;
  /** Closes the connection until the next slice: the main thread's must be the last one of a file. */
  disconnect(input: null): void;
}

/** What slices need from the storage. */
interface SliceDependencies {
  readonly commits: GroupCommit;
  readonly clock: Clock;
  readonly reserve: DiskReserve;
  readonly versions: Versions;
  /** Milliseconds that a slice works at most. */
  readonly sliceMs: number;
  current(): Generation;
  /** The number of the newest transaction. */
  newestChange(): number;
  committed(written: readonly CommittedWrite[]): void;
}

/** Time after which a worker without jobs ends: the next job starts sooner with it. */
const IDLE_MS = 30_000;

/** Runs the slices of jobs in a worker. Between two slices all waiting writes run. */
export class JobSlices {
  readonly #storage: SliceDependencies;
  readonly #running: Map<number, number>;
  #worker: WorkerClient<SliceProgram> | null = null;
  /** The modules that the worker has loaded. */
  readonly #loaded = new Set<string>();
  #startedAt: number | null = null;
  #idle: NodeJS.Timeout | undefined;

  /** `running`: the job of each tenant whose changed rows are locked. */
  constructor(storage: SliceDependencies, running: Map<number, number>) {
    this.#storage = storage;
    this.#running = running;
  }

  /** Milliseconds since the start of the running slice. Null: none runs. */
  runningMs(): number | null {
    return this.#startedAt === null ? null : performance.now() - this.#startedAt;
  }

  /** Locks the rows that the job has changed, until `end`. */
  begin({ tenantId, jobId }: SlicedJob): void {
    this.#running.set(tenantId, jobId);
  }

  /** Ends the locks, and the program in the worker. */
  async end({ tenantId, jobId }: SlicedJob): Promise<void> {
    this.#running.delete(tenantId);
    const worker = this.#worker;
    if (worker === null) return;
    // A worker that has ended remembers nothing.
    await worker.call("forget", jobId).catch(() => {});
    clearTimeout(this.#idle);
    this.#idle = setTimeout(this.#stopIfIdle, IDLE_MS).unref();
  }

  /**
   * Runs the next slice of a job as one transaction. `outcome`: the result of the work that the last slice asked for. An error of the program is recorded in the job, which is undone from then
   * on. Rejects with Unavailable while the disk accepts no writes, and with the error of a broken program or worker.
   */
  async run(
    { tenantId, watched, between: _, ...job }: SlicedJob,
    needsProgram: boolean,
    outcome?: unknown,
  ): Promise<SliceProgress> {
    const { commits, reserve, clock, versions, sliceMs, current, committed } = this.#storage;
    if (needsProgram) await this.#load(job.module);
    // Writes that wait run in these turns.
    await nextTurn();
    await nextTurn();
    reserve.check();
    const resumeWrites = await commits.pauseWrites();
    this.#startedAt = performance.now();
    const before = this.#storage.newestChange();
    try {
      const { tables, change, ...progress } = await this.#take().call("runSlice", {
        ...job,
        file: current().file,
        now: clock.iso(),
        maxMs: sliceMs,
        watchedChange: versions.of(tenantId, watched),
        needsProgram,
        outcome,
      });
      committed([{ tenantId, tables: new Set(tables), change }]);
      return progress;
    } catch (error) {
      this.#recordUnreported(tenantId, before);
      trimLog(current());
      throw error instanceof DomainError ? error : reserve.toDomainError(error);
    } finally {
      this.#startedAt = null;
      resumeWrites();
    }
  }

  /** Starts the worker and loads a program while writes go on: it takes longer than a slice. */
  async #load(module: string): Promise<void> {
    const worker = this.#take();
    if (this.#loaded.has(module)) return;
    await worker.call("load", module);
    this.#loaded.add(module);
  }

  /** Records the commit of a worker that has ended before it could report it. */
  #recordUnreported(tenantId: number, before: number): void {
    const { current, newestChange, committed } = this.#storage;
    const change = newestChange();
    if (change === before) return;
    const tables = current().db.prepare<[], TableName>("SELECT name FROM sqlite_schema WHERE type = 'table'");
    committed([{ tenantId, tables: new Set(tables.pluck().all() as TableName[]), change }]);
  }

  /** Closes the worker's connection until the next slice. Call it when no slice runs. */
  async disconnect(): Promise<void> {
    // The connection of a worker that has ended is closed.
    await this.#worker?.call("disconnect", null).catch(() => {});
  }

  /** Ends the worker and its connection. Call it when no slice runs. */
  async stop(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    await this.disconnect();
    if (this.#worker !== worker) return;
    worker?.end();
    this.#worker = null;
  }

  /** Ends the worker, unless another job has begun. */
  #stopIfIdle = async (): Promise<void> => {
    if (this.#running.size > 0) return;
    await this.disconnect();
    if (this.#running.size === 0) await this.stop();
  };

  #take(): WorkerClient<SliceProgram> {
    if (this.#worker === null || this.#worker.hasEnded) {
      const workerData: SliceWorkerData = { contention: this.#storage.commits.contention };
      const program = new URL("./slice-worker.ts", import.meta.url);
      this.#worker = new WorkerClient(new DatabaseWorker(program, { workerData }));
      this.#loaded.clear();
    }
    return this.#worker;
  }
}
