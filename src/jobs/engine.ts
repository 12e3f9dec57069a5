import { JobInterrupted } from "../domain/job-interrupted.ts";
import type { Principal } from "../domain/principal.ts";
import { type JobHooks, pathOfJob } from "../http/pipeline/job-service.ts";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import type { Tx } from "../storage/database/statement.ts";
import type { JobKind, NewJob } from "../storage/jobs/job-kind.ts";
import * as store from "../storage/jobs/records.ts";
import type { JobProgress, SlicedJob } from "../storage/jobs/slices.ts";
import { beginUndo, progressOf, touchRecord } from "../storage/jobs/store.ts";
import type { Storage } from "../storage/storage.ts";
import {
  assertCancellable,
  assertUndoable,
  canBeUndone,
  findJob,
  isUnfinished,
  type JobRow,
  outcomeOf,
  unfinishedJobOf,
} from "./job.ts";
import { fail, JobLoop } from "./loop.ts";
import { JobWaiters } from "./waiters.ts";

const RETRY_MS = 1000;

/** What the engine needs. */
interface EngineDependencies {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly log: Log;
  /** Delay before the next try to begin a job, or after an error; in ms. Default: a second. */
  readonly retryMs?: number;
}

/**
 * Runs jobs in slices, one job a tenant at a time, in the order of their start; the jobs of several tenants take turns. Jobs that
 * a stop or a crash has interrupted go on at `resume`.
 */
export class JobEngine {
  readonly #dependencies: Required<EngineDependencies>;
  readonly #kinds: ReadonlyMap<string, JobKind>;
  readonly #waiters = new JobWaiters();
  readonly #stopping = new AbortController();
  readonly #loop: JobLoop;

  constructor(dependencies: EngineDependencies, kinds: readonly JobKind[]) {
    const { storage, clock, log, retryMs = RETRY_MS } = dependencies;
    this.#dependencies = { storage, clock, log, retryMs };
    this.#kinds = new Map(kinds.map((kind) => [kind.name, kind]));
    this.#loop = new JobLoop(this.#dependencies, this.#stopping.signal, {
      progressed: (id, progress) => this.#waiters.progress(id, progress),
      ended: async ({ tenantId, jobId }) => {
        this.#settle(tenantId, jobId);
        await this.#schedule(tenantId);
      },
    });
  }

  /**
   * Stores a job and starts it, or queues it behind the tenant's other jobs. The hooks run in the same transaction. Returns the
   * id.
   */
  async start<Input, Result>(
    principal: Principal,
    address: string | null,
    { kind, input, subjectId, total }: NewJob<Input, Result>,
    hooks: JobHooks = {},
  ): Promise<number> {
    const { storage } = this.#dependencies;
    const { tenantId, userId, deviceTokenId } = principal;
    const id = await storage.write(tenantId, (tx) => {
      const isJoined = kind.isJoined === true && subjectId !== undefined;
      const same = isJoined ? unfinishedJobOf(tx, tenantId, subjectId, [kind.name]) : null;
      const earlier = same?.oid ?? hooks.earlier?.() ?? null;
      if (earlier !== null) return earlier;
      hooks.check?.(tx);
      const { oid } = store.insert.run(tx, {
        tenantId,
        userId,
        deviceTokenId,
        address,
        kind: kind.name,
        subjectId: subjectId ?? null,
        total: total ?? null,
        createdDT: tx.now,
        change: tx.change,
      });
      touchRecord(tx, kind.subject ?? null, subjectId ?? null);
      store.insertInput.run(tx, { jobId: oid, input: JSON.stringify(input) });
      hooks.stored?.(tx, oid);
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
    return this.#waiters.wait(id);
  }

  /** Calls `listener` after each slice of the job. Returns a function that removes it. */
  onProgress(id: number, listener: (progress: JobProgress) => void): () => void {
    return this.#waiters.onProgress(id, listener);
  }

  /** Cancels a waiting or running job: everything that it has changed is undone. Throws NotFound, WrongState. */
  async cancel(by: Principal, id: number): Promise<void> {
    const { tenantId } = by;
    const { storage } = this.#dependencies;
    await storage.write(tenantId, (tx) => {
      const job = findJob(tx, tenantId, id);
      assertCancellable(job);
      const { change } = tx;
      if (job.state === "running")
        beginUndo(tx, { oid: id, undoState: "cancelled", error: null, by, change });
      else {
        store.setState.run(tx, { oid: id, state: "cancelled", startedDT: null, finishedDT: tx.now, change });
        touchRecord(tx, this.#kinds.get(job.kind)?.subject ?? null, job.subjectId);
      }
    });
    this.#settle(tenantId, id);
  }

  /** Undoes a finished job, after the tenant's other jobs. Throws NotFound, WrongState. */
  async undo(by: Principal, id: number): Promise<void> {
    const { storage, clock } = this.#dependencies;
    const { tenantId } = by;
    await storage.write(tenantId, (tx) => {
      const job = findJob(tx, tenantId, id);
      assertUndoable(job, this.#kinds.get(job.kind), clock);
      beginUndo(tx, { oid: id, undoState: "undone", error: null, by, change: tx.change });
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
    await this.#loop.ended();
  }

  /** Rejects the requests that wait for a job: the server stops. */
  interruptRequests(): void {
    this.#stopping.abort();
    this.#waiters.rejectAll((id) => new JobInterrupted(pathOfJob(id)));
  }

  /** Starts the next job of a tenant, if none runs. Tries again later where the disk accepts no writes. */
  async #schedule(tenantId: number): Promise<void> {
    const { storage, log, retryMs } = this.#dependencies;
    if (this.#loop.has(tenantId) || this.#stopping.signal.aborted) return;
    try {
      const job = await storage.write(tenantId, (tx) => this.#takeNext(tx, tenantId), { evenWhenLow: true });
      if (job === null || this.#loop.has(tenantId)) return;
      this.#begin(job);
    } catch (error) {
      log.warn({ err: error }, "the next job can't begin yet");
      setTimeout(() => this.#schedule(tenantId), retryMs).unref();
    }
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
      jobId,
      tenantId,
      address,
      by: { userId, deviceTokenId },
      module: kind?.module.href ?? "",
      isSilent: kind?.isSilent ?? false,
      journaled: kind?.journaled ?? [],
      ...(kind?.between && { between: kind.between }),
      watched: kind?.watched ?? [],
      subject: kind?.subject ?? null,
    };
    this.#loop.begin(sliced, progressOf(job));
  }

  /** Gives the outcome of an ended job to the requests that wait for it. */
  #settle(tenantId: number, id: number): void {
    const job = findJob(this.#dependencies.storage.db, tenantId, id);
    if (!isUnfinished(job)) this.#waiters.settle(id, () => outcomeOf(job));
  }
}
