import { setTimeout as sleep } from "node:timers/promises";
import { Unavailable } from "../domain/errors.ts";
import type { Log } from "../platform/log.ts";
import { serializeError } from "../platform/workers/protocol.ts";
import type { Tx } from "../storage/database/statement.ts";
import type { JobProgress, SlicedJob } from "../storage/jobs/slices.ts";
import { beginUndo, progressOf } from "../storage/jobs/store.ts";
import type { Storage } from "../storage/storage.ts";
import { findJob, type JobRow } from "./job.ts";
import { brokenError } from "./job-errors.ts";

/** After this many errors in a row the job fails. */
const MAX_ERRORS = 3;
/** The delay grows with each error, up to this many times. */
const MAX_DELAYS = 60;

/** Longest pause of the loop while all running jobs wait for their next try. */
const POLL_MS = 100;

/** What the loop needs. */
interface LoopDependencies {
  readonly storage: Storage;
  readonly log: Log;
  /** Delay before the next try while the disk accepts no writes, or after an error; in ms. */
  readonly retryMs: number;
}

interface RunningJob {
  readonly sliced: SlicedJob;
  progress: JobProgress;
  /** Errors in a row. */
  errors: number;
  /** Time of the next slice (`performance.now()`). */
  nextAt: number;
  /** Work to do before the next slice. */
  work: object | null;
  /** Its result, for the next slice. */
  outcome: unknown;
  /** The work in progress. */
  working: Promise<void> | null;
}

/** What the loop reports. */
interface LoopEvents {
  /** Called after each slice. */
  progressed(jobId: number, progress: JobProgress): void;
  /** Called when a job has ended. */
  ended(job: SlicedJob): Promise<void>;
}

/** Runs the slices of the running jobs, in turns, until none is left or the server stops. */
export class JobLoop {
  readonly #dependencies: LoopDependencies;
  readonly #stopping: AbortSignal;
  readonly #events: LoopEvents;
  readonly #running = new Map<number, RunningJob>();
  #working: Promise<void> | null = null;

  constructor(dependencies: LoopDependencies, stopping: AbortSignal, events: LoopEvents) {
    this.#dependencies = dependencies;
    this.#stopping = stopping;
    this.#events = events;
  }

  /** Whether a job of the tenant runs. */
  has(tenantId: number): boolean {
    return this.#running.has(tenantId);
  }

  /** Adds a job. */
  begin(sliced: SlicedJob, progress: JobProgress): void {
    this.#running.set(sliced.tenantId, {
      sliced,
      progress,
      errors: 0,
      nextAt: 0,
      work: null,
      outcome: undefined,
      working: null,
    });
    this.#dependencies.storage.jobs.begin(sliced);
    this.#wake();
  }

  /** Resolves when no slice runs, after a stop. */
  async ended(): Promise<void> {
    await this.#working;
  }

  /** Starts the loop, unless it runs. */
  #wake(): void {
    this.#working ??= this.#work()
      .catch((error: unknown) => this.#dependencies.log.error({ err: error }, "jobs have stopped"))
      .finally(() => {
        this.#working = null;
        if (this.#running.size > 0 && !this.#stopping.aborted) this.#wake();
      });
  }

  /** Runs slices until no job is left, or the server stops. */
  async #work(): Promise<void> {
    const signal = this.#stopping;
    const pollMs = Math.min(POLL_MS, this.#dependencies.retryMs);
    while (this.#running.size > 0 && !signal.aborted) {
      const jobs = [...this.#running.values()];
      const due = jobs.filter(({ nextAt, working }) => working === null && nextAt <= performance.now());
      if (due.length === 0)
        await Promise.race([
          sleep(pollMs, null, { signal }).catch(() => {}),
          ...jobs.flatMap(({ working }) => working ?? []),
        ]);
      for (const job of due) if (!signal.aborted) await this.#runSlice(job);
    }
  }

  async #runSlice(job: RunningJob): Promise<void> {
    const { storage } = this.#dependencies;
    const { jobId, tenantId } = job.sliced;
    const needsProgram = job.progress.undoState === null;
    if (job.work !== null && needsProgram) {
      job.working = this.#doWork(job, job.work);
      return;
    }
    try {
      const { between, ...progress } = await storage.jobs.run(job.sliced, needsProgram, job.outcome);
      Object.assign(job, { progress, work: between ?? null, outcome: undefined, errors: 0 });
    } catch (error) {
      return this.#postpone(job, error);
    }
    this.#events.progressed(jobId, job.progress);
    if (job.progress.state === "running") return;
    this.#running.delete(tenantId);
    await storage.jobs.end(job.sliced);
    await this.#events.ended(job.sliced);
  }

  /** Does the work before the next slice. Slices of other jobs run meanwhile. */
  async #doWork(job: RunningJob, work: object): Promise<void> {
    const { jobId, between } = job.sliced;
    try {
      if (between === undefined) throw new Error(`no work between the slices of job ${jobId} is known`);
      job.outcome = await between(work);
      job.work = null;
    } catch (error) {
      if (!this.#stopping.aborted) await this.#postpone(job, error);
    } finally {
      job.working = null;
    }
  }

  /** Tries the slice again later. After some errors of its program the job fails. */
  async #postpone(job: RunningJob, error: unknown): Promise<void> {
    const { storage, log, retryMs } = this.#dependencies;
    const { jobId, tenantId } = job.sliced;
    job.nextAt = performance.now() + retryMs;
    if (error instanceof Unavailable) return;
    log.error({ err: error, job: jobId }, "a slice of a job failed");
    job.nextAt = performance.now() + retryMs * Math.min(++job.errors, MAX_DELAYS);
    if (job.errors < MAX_ERRORS) return;
    try {
      const stored = await storage.write(tenantId, (tx) => failUnlessFinal(tx, tenantId, jobId), {
        evenWhenLow: true,
      });
      // From now on the program is not needed: it may be what is broken.
      job.progress = progressOf(stored);
    } catch (failure) {
      log.error({ err: failure, job: jobId }, "the failure of a job can't be stored yet");
    }
  }
}

function failUnlessFinal(tx: Tx, tenantId: number, oid: number): JobRow {
  const { undoState, isFinal } = findJob(tx, tenantId, oid);
  if (undoState === null && isFinal === 0) fail(tx, oid);
  return findJob(tx, tenantId, oid);
}

/** Begins to undo a job whose program is broken or not known. */
export function fail(tx: Tx, oid: number): void {
  const error = JSON.stringify(serializeError(brokenError()));
  beginUndo(tx, { oid, undoState: "failed", error, by: null, change: tx.change });
}
