import { setImmediate as nextTurn } from "node:timers/promises";
import { DomainError } from "../../domain/errors.ts";
import type { Clock } from "../../platform/clock.ts";
import { WorkerClient } from "../../platform/workers/client.ts";
import { DatabaseWorker } from "../../platform/workers/database-worker.ts";
import type { Actor } from "../database/audit-triggers.ts";
import type { CommittedWrite, GroupCommit } from "../database/group-commit.ts";
import type { JobState, UndoState } from "../database/schema/jobs.ts";
import type { TableName } from "../database/schema.ts";
import type { Versions } from "../database/versions.ts";
import type { DiskReserve } from "../files/disk-reserve.ts";
import { type Generation, trimLog } from "../generations/generations.ts";

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
}

/** The input of a slice in the worker. */
export interface SliceRequest extends Omit<SlicedJob, "tenantId" | "watched"> {
  readonly file: string;
  readonly now: string;
  readonly budgetMs: number;
  /** The newest change of the watched tables. */
  readonly watchedChange: number;
  /** False: the job is being undone, without its program. */
  readonly needsProgram: boolean;
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

/** The state after a slice, and what it has written. */
export interface SliceResult extends JobProgress {
  readonly tables: readonly TableName[];
  readonly change: number;
}

/** The functions of the worker. */
export interface SliceProgram {
  runSlice(request: SliceRequest): Promise<SliceResult>;
  forget(jobId: number): void;
  /** Closes the connection: the main thread's must be the last one. */
  close(input: null): void;
}

/** What slices need from the storage. */
export interface SliceDependencies {
  readonly commits: GroupCommit;
  readonly clock: Clock;
  readonly reserve: DiskReserve;
  readonly versions: Versions;
  /** Milliseconds that a slice works before it commits. */
  readonly sliceMs: number;
  current(): Generation;
  committed(written: readonly CommittedWrite[]): void;
}

/** Runs the slices of jobs in a worker. Between two slices all waiting writes run. */
export class JobSlices {
  readonly #storage: SliceDependencies;
  readonly #running: Map<number, number>;
  #worker: WorkerClient<SliceProgram> | null = null;
  #startedAt: number | null = null;

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
    if (worker === null || worker.hasEnded) return;
    await worker.call("forget", jobId);
    if (this.#running.size === 0 && this.#worker === worker) await this.stop();
  }

  /**
   * Runs the next slice of a job as one transaction. An error of the program is recorded in the job, which is undone from then
   * on. Rejects with Unavailable while the disk accepts no writes, and with the error of a broken program or worker.
   */
  async run({ tenantId, watched, ...job }: SlicedJob, needsProgram: boolean): Promise<JobProgress> {
    const { commits, reserve, clock, versions, sliceMs, current, committed } = this.#storage;
    // Writes that wait run in these turns.
    await nextTurn();
    await nextTurn();
    reserve.check();
    const resumeWrites = await commits.pauseWrites();
    this.#startedAt = performance.now();
    try {
      const { tables, change, ...progress } = await this.#take().call("runSlice", {
        ...job,
        file: current().file,
        now: clock.iso(),
        budgetMs: sliceMs,
        watchedChange: versions.of(tenantId, watched),
        needsProgram,
      });
      committed([{ tenantId, tables: new Set(tables), change }]);
      return progress;
    } catch (error) {
      trimLog(current());
      throw error instanceof DomainError ? error : reserve.toDomainError(error);
    } finally {
      this.#startedAt = null;
      resumeWrites();
    }
  }

  /** Ends the worker and its connection. Call it when no slice runs. */
  async stop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    if (worker === null || worker.hasEnded) return;
    await worker.call("close", null);
    worker.end();
  }

  #take(): WorkerClient<SliceProgram> {
    if (this.#worker === null || this.#worker.hasEnded)
      this.#worker = new WorkerClient(new DatabaseWorker(new URL("./slice-worker.ts", import.meta.url)));
    return this.#worker;
  }
}
