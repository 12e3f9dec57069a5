import { setTimeout as sleep } from "node:timers/promises";
import { JobInterrupted, Unavailable } from "../domain/errors.ts";
import type { Principal } from "../domain/principal.ts";
import { pathOfJob } from "../http/pipeline/job-service.ts";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import { serializeError } from "../platform/workers/error-serialization.ts";
import type { Tx } from "../storage/database/statement.ts";
import type { JobKind, NewJob } from "../storage/jobs/job-kind.ts";
import * as store from "../storage/jobs/records.ts";
import type { JobProgress, SlicedJob } from "../storage/jobs/slices.ts";
import { beginUndo, touchRecord } from "../storage/jobs/store.ts";
import type { Storage } from "../storage/storage.ts";
import {
  assertCancellable,
  assertUndoable,
  canBeUndone,
  findJob,
  type JobRow,
  outcomeOf,
  unfinishedJobOf,
} from "./job.ts";
import { brokenError } from "./job-errors.ts";

/** Delay before the next try while the disk accepts no writes, or after an error. */
const RETRY_MS = 1000;
/** After this many errors in a row the job fails. */
const MAX_ERRORS = 3;

/** What the engine needs. */
export interface EngineDependencies {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly log: Log;
}

interface RunningJob {
  readonly sliced: SlicedJob;
  progress: JobProgress;
  /** Errors in a row. */
  errors: number;
}

/**
 * Runs jobs in slices, one job a tenant at a time, in the order of their start; the jobs of several tenants take turns. Jobs that
 * a stop or a crash has interrupted go on at `resume`.
 */
export class JobEngine {
  readonly #dependencies: EngineDependencies;
  readonly #kinds: ReadonlyMap<string, JobKind>;
  readonly #running = new Map<number, RunningJob>();
  readonly #waiters = new Map<number, PromiseWithResolvers<unknown>>();
  readonly #listeners = new Map<number, Set<(progress: JobProgress) => void>>();
  readonly #stopping = new AbortController();
  #working: Promise<void> | null = null;

  constructor(dependencies: EngineDependencies, kinds: readonly JobKind[]) {
    this.#dependencies = dependencies;
    this.#kinds = new Map(kinds.map((kind) => [kind.name, kind]));
  }

  /**
   * Stores a job and starts it, or queues it behind the tenant's other jobs. `check` runs in the same transaction; its errors
   * reject, and no job is stored. Returns the id.
   */
  async start<Input, Result>(
    principal: Principal,
    address: string | null,
    { kind, input, subjectId, total }: NewJob<Input, Result>,
    check: (tx: Tx) => void = () => {},
  ): Promise<number> {
    const { storage } = this.#dependencies;
    const { tenantId, userId, deviceTokenId } = principal;
    const id = await storage.write(tenantId, (tx) => {
      const isJoined = kind.isJoined === true && subjectId !== undefined;
      const same = isJoined ? unfinishedJobOf(tx, tenantId, subjectId, [kind.name]) : null;
      if (same !== null) return same.oid;
      check(tx);
      const { oid } = store.insert.run(tx, {
        ...{ tenantId, userId, deviceTokenId, address, kind: kind.name },
        ...{ subjectId: subjectId ?? null, total: total ?? null },
        ...{ createdDT: tx.now, change: tx.change },
      });
      touchRecord(tx, kind.subject ?? null, subjectId ?? null);
      store.insertInput.run(tx, { jobId: oid, input: JSON.stringify(input) });
      return oid;
    });
    await this.#schedule(tenantId);
    return id;
  }

  /**
   * The result of a job, when it has ended. Rejects with the error of its program, with WrongState when it was cancelled, and
   * with JobInterrupted when the server stops.
   */
  async result(tenantId: number, id: number): Promise<unknown> {
    const { db } = this.#dependencies.storage;
    const job = findJob(db, tenantId, id);
    if (job.state !== "waiting" && job.state !== "running") return outcomeOf(job);
    if (this.#stopping.signal.aborted) throw new JobInterrupted(pathOfJob(id));
    const waiter = this.#waiters.get(id) ?? Promise.withResolvers<unknown>();
    this.#waiters.set(id, waiter);
    return waiter.promise;
  }

  /** Calls `listener` after each slice of the job. Returns a function that removes it. */
  onProgress(id: number, listener: (progress: JobProgress) => void): () => void {
    const listeners = this.#listeners.get(id) ?? new Set();
    this.#listeners.set(id, listeners);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(id);
    };
  }

  /** Cancels a waiting or running job: everything that it has changed is undone. Throws NotFound, WrongState. */
  async cancel(tenantId: number, id: number): Promise<void> {
    const { storage } = this.#dependencies;
    await storage.write(tenantId, (tx) => {
      const job = findJob(tx, tenantId, id);
      assertCancellable(job);
      const { change } = tx;
      if (job.state === "running")
        beginUndo.run(tx, { oid: id, undoState: "cancelled", error: null, change });
      else {
        store.setState.run(tx, { oid: id, state: "cancelled", startedDT: null, finishedDT: tx.now, change });
        touchRecord(tx, this.#kinds.get(job.kind)?.subject ?? null, job.subjectId);
      }
    });
    if (this.#running.get(tenantId)?.sliced.jobId !== id) this.#settle(tenantId, id);
  }

  /** Undoes a finished job, after the tenant's other jobs. Throws NotFound, WrongState. */
  async undo(tenantId: number, id: number): Promise<void> {
    const { storage, clock } = this.#dependencies;
    await storage.write(tenantId, (tx) => {
      const job = findJob(tx, tenantId, id);
      assertUndoable(job, this.#kinds.get(job.kind), clock);
      beginUndo.run(tx, { oid: id, undoState: "undone", error: null, change: tx.change });
      store.setState.run(tx, {
        oid: id,
        state: "waiting",
        startedDT: null,
        finishedDT: null,
        change: tx.change,
      });
    });
    await this.#schedule(tenantId);
  }

  /** Whether a job is done and can be undone. */
  isUndoable(job: JobRow): boolean {
    return canBeUndone(job, this.#kinds.get(job.kind), this.#dependencies.clock);
  }

  /** The unfinished jobs of a kind. */
  unfinished<Input>({ name }: JobKind<Input>): { id: number; tenantId: number; input: Input }[] {
    const jobs = store.unfinishedOfKind.all(this.#dependencies.storage.db, { kind: name });
    // `start` has stored the input of this kind.
    return jobs.map(({ oid, tenantId, input }) => ({ id: oid, tenantId, input: JSON.parse(input) as Input }));
  }

  /** Goes on with the jobs that were interrupted. */
  async resume(): Promise<void> {
    const { db } = this.#dependencies.storage;
    for (const { tenantId } of store.tenantsWithWork.all(db, {})) await this.#schedule(tenantId);
  }

  /** Stops after the running slice. Requests that wait for a job get JobInterrupted. */
  async stop(): Promise<void> {
    this.interruptRequests();
    await this.#working;
  }

  /** Rejects the requests that wait for a job: the server stops. */
  interruptRequests(): void {
    this.#stopping.abort();
    for (const [id, { reject, promise }] of this.#waiters) {
      promise.catch(() => {});
      reject(new JobInterrupted(pathOfJob(id)));
    }
    this.#waiters.clear();
  }

  /** Starts the next job of a tenant, if none runs. */
  async #schedule(tenantId: number): Promise<void> {
    const { storage } = this.#dependencies;
    if (this.#running.has(tenantId) || this.#stopping.signal.aborted) return;
    const job = await storage.write(tenantId, (tx) => this.#takeNext(tx, tenantId), { evenWhenLow: true });
    if (job === null || this.#running.has(tenantId)) return;
    this.#begin(job);
    this.#wake();
  }

  /** The job that runs or has waited longest; it is running from now on. */
  #takeNext(tx: Tx, tenantId: number): JobRow | null {
    const next = store.next.first(tx, { tenantId });
    if (next === null) return null;
    const { oid, state } = next;
    const now = { startedDT: tx.now, finishedDT: null, change: tx.change };
    if (state === "waiting") store.setState.run(tx, { oid, state: "running", ...now });
    const { kind, undoState } = findJob(tx, tenantId, oid);
    if (!this.#kinds.has(kind) && undoState === null) fail(tx, oid);
    return findJob(tx, tenantId, oid);
  }

  #begin(job: JobRow): void {
    const { oid: jobId, tenantId, userId, deviceTokenId, address } = job;
    const kind = this.#kinds.get(job.kind);
    const sliced: SlicedJob = {
      ...{ jobId, tenantId, address, by: { userId, deviceTokenId } },
      module: kind?.module.href ?? "",
      isSilent: kind?.isSilent ?? false,
      journaled: kind?.journaled ?? [],
      watched: kind?.watched ?? [],
      subject: kind?.subject ?? null,
    };
    const { state, undoState, isFinal, done, total } = job;
    const progress = { state, undoState, isFinal: isFinal === 1, done, total };
    this.#running.set(tenantId, { sliced, progress, errors: 0 });
    this.#dependencies.storage.jobs.begin(sliced);
  }

  /** Starts the loop, unless it runs. */
  #wake(): void {
    this.#working ??= this.#work()
      .catch((error: unknown) => this.#dependencies.log.error({ err: error }, "jobs have stopped"))
      .finally(() => {
        this.#working = null;
        if (this.#running.size > 0 && !this.#stopping.signal.aborted) this.#wake();
      });
  }

  /** Runs slices until no job is left, or the server stops. */
  async #work(): Promise<void> {
    while (this.#running.size > 0)
      for (const job of this.#running.values()) {
        if (this.#stopping.signal.aborted) return;
        await this.#runSlice(job);
      }
  }

  async #runSlice(job: RunningJob): Promise<void> {
    const { storage, log } = this.#dependencies;
    const { jobId, tenantId } = job.sliced;
    try {
      job.progress = await storage.jobs.run(job.sliced, job.progress.undoState === null);
      job.errors = 0;
    } catch (error) {
      if (!(error instanceof Unavailable)) {
        log.error({ err: error, job: jobId }, "a slice of a job failed");
        const { undoState, isFinal } = job.progress;
        if (++job.errors === MAX_ERRORS && undoState === null && !isFinal)
          await storage.write(tenantId, (tx) => fail(tx, jobId), { evenWhenLow: true });
      }
      await sleep(RETRY_MS, null, { signal: this.#stopping.signal }).catch(() => {});
      return;
    }
    for (const listener of this.#listeners.get(jobId) ?? []) listener(job.progress);
    if (job.progress.state === "running") return;
    this.#running.delete(tenantId);
    await storage.jobs.end(job.sliced);
    this.#settle(tenantId, jobId);
    await this.#schedule(tenantId);
  }

  /** Gives the outcome of an ended job to the requests that wait for it. */
  #settle(tenantId: number, id: number): void {
    const waiter = this.#waiters.get(id);
    this.#waiters.delete(id);
    if (waiter === undefined) return;
    try {
      waiter.resolve(outcomeOf(findJob(this.#dependencies.storage.db, tenantId, id)));
    } catch (error) {
      waiter.reject(error);
    }
  }
}

/** Begins to undo a job whose program is broken or not known. */
function fail(tx: Tx, oid: number): void {
  const error = JSON.stringify(serializeError(brokenError()));
  beginUndo.run(tx, { oid, undoState: "failed", error, change: tx.change });
}
