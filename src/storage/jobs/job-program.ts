import type { Tx } from "../database/statement.ts";

// The program of a job. Its module exports `run`; the slice worker imports it (storage/jobs/slice-worker.ts).

/** What a program is given. `tx` is the present transaction; each slice of the job has its own. */
export interface JobContext<Input, Position> {
  readonly tx: Tx;
  readonly jobId: number;
  readonly input: Input;
  /** The data folder. */
  readonly folder: string;
  /** Where the job was when it was interrupted; null: at the beginning. */
  readonly position: Position | null;
  /** True once after somebody else has changed a table that the job's kind watches: forget what was read from it. */
  isOutdated(): boolean;
  /** The result of the step's `between`. Call it right after that step. */
  outcome(): unknown;
}

/** The state after a unit of work, saved with it. */
export interface JobStep<Position> {
  /** Plain JSON. */
  readonly position: Position;
  /** Units of work so far. */
  readonly done: number;
  readonly total?: number | null;
  /** Writes what the program has collected. Called before the transaction ends. */
  readonly flush?: () => void;
  /**
   * Work for `between` of the job's kind, plain data: the slice ends with this step, and the next one begins after the work, which
   * runs outside of transactions.
   */
  readonly between?: object;
  /** From now on the job can't be cancelled. */
  readonly isFinal?: boolean;
}

/**
 * The program of a job: does its work in units of at most a few milliseconds, and yields after each. Several units share a
 * transaction. After an interruption the program runs again from the last saved position. Returns the result, plain JSON. A
 * DomainError ends the job, and all its changes are undone; in the first unit nothing has changed yet.
 */
export type JobProgram<Input, Position, Result> = (
  job: JobContext<Input, Position>,
) => Generator<JobStep<Position>, Result, void>;
