import { dirname } from "node:path";
import type { TableName } from "../database/schema.ts";
import type { Db } from "../database/statement.ts";
import { WriteTransaction } from "../database/transaction.ts";
import type { JobProgram, JobStep } from "./job-program.ts";
import type { SliceBudget } from "./slice-budget.ts";
import type { SliceRequest, SliceResult } from "./slices.ts";
import * as store from "./store.ts";

type AnyProgram = JobProgram<unknown, unknown, unknown>;

/** A program in progress, between its slices. */
export class RunningProgram {
  readonly tx: WriteTransaction;
  readonly #folder: string;
  #run: AnyProgram | null = null;
  #steps: Generator<JobStep<unknown>, unknown, void> | null = null;
  /** The job's own last change. */
  #lastChange = 0;
  #isOutdated = false;
  /** The result of the last step's work between slices. */
  #outcome: unknown;

  constructor(query: Db["query"], { file, by, address, isSilent }: SliceRequest) {
    this.#folder = dirname(file);
    this.tx = new WriteTransaction(query, { by, isSilent, ...(address !== null && { address }) });
  }

  /** Imports the module of the job's kind. */
  async load(module: string): Promise<void> {
    // Only modules of declared kinds are run (storage/jobs/job-kind.ts).
    this.#run ??= ((await import(module)) as { run: AnyProgram }).run;
  }

  /** Runs units of work until the budget is over, and saves the position. Throws the program's errors. */
  runSlice(job: store.JobRecord, request: SliceRequest, budget: SliceBudget): SliceResult {
    const { watchedChange, subject } = request;
    const { tx } = this;
    this.#outcome = request.outcome;
    if (this.#steps !== null && watchedChange > this.#lastChange) this.#isOutdated = true;
    this.#steps ??= this.#start(job);
    let last: JobStep<unknown> | null = null;
    for (;;) {
      const step = this.#steps.next();
      if (step.done === true) return this.#finish(job, subject, last, step.value);
      last = step.value;
      if (last.isFinal === true && job.isFinal === 0) break;
      if (last.between !== undefined) break;
      if (budget.isOver()) break;
    }
    last.flush?.();
    const { done } = last;
    const known = last.total ?? job.total;
    // Others may have added units meanwhile.
    const total = known === null ? null : Math.max(known, done);
    const saved = { ...store.progressOf(job), done, total };
    const isFinal = last.isFinal === true || job.isFinal === 1;
    store.savePosition.run(tx, {
      oid: job.oid,
      position: JSON.stringify(last.position),
      done,
      total,
      isFinal: isFinal ? 1 : 0,
      change: tx.change,
    });
    return { ...saved, isFinal, ...this.#written(), ...(last.between && { between: last.between }) };
  }

  #start(job: store.JobRecord): Generator<JobStep<unknown>, unknown, void> {
    const isOutdated = () => {
      const was = this.#isOutdated;
      this.#isOutdated = false;
      return was;
    };
    if (this.#run === null) throw new Error(`the program of job ${job.oid} is not loaded`);
    const position: unknown = job.position === null ? null : JSON.parse(job.position);
    return this.#run({
      tx: this.tx,
      jobId: job.oid,
      input: store.inputOf(this.tx, job.oid),
      folder: this.#folder,
      position,
      isOutdated,
      outcome: () => this.#outcome,
    });
  }

  #finish(
    job: store.JobRecord,
    subject: TableName | null,
    last: JobStep<unknown> | null,
    result: unknown,
  ): SliceResult {
    const { tx } = this;
    const done = last?.done ?? job.done;
    const text = JSON.stringify(result ?? null);
    // Others may have removed units meanwhile.
    const total = done;
    store.finish.run(tx, {
      oid: job.oid,
      state: "done",
      done,
      total,
      result: text,
      finishedDT: tx.now,
      change: tx.change,
    });
    store.touchRecord(tx, subject, job.subjectId);
    return { ...store.progressOf(job), state: "done", done, total, ...this.#written() };
  }

  #written(): { tables: readonly TableName[]; change: number } {
    this.#lastChange = this.tx.change;
    return { tables: [...this.tx.tables], change: this.tx.change };
  }
}
