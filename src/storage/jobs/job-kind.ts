import type { TableName } from "../database/schema.ts";

/** A kind of job. The feature that owns the work declares it; the composition root lists all of them. */
export interface JobKind<Input = unknown, Result = unknown> {
  /** Name in `GET /api/jobs`. It is stored: never change it. */
  readonly name: string;
  /** Exports `run`, a JobProgram. */
  readonly module: URL;
  /** Tables whose changes are recorded, to undo them when the job fails or is cancelled. */
  readonly journaled: readonly TableName[];
  /** Tables from which the program keeps what it has read (JobContext.isOutdated). */
  readonly watched?: readonly TableName[];
  /** True: the finished job can be undone for seven days. */
  readonly isUndoable?: boolean;
  /** The table of the job's record. The record gets a new `change` when a job begins and ends, because it shows its job. */
  readonly subject?: TableName;
  /** True: a second request for the same record waits for the job of the first one. */
  readonly isJoined?: boolean;
  /** True: nothing is audited. */
  readonly isSilent?: boolean;
  /** Runs the work of a step (JobStep.between) in the main thread, while writes go on. Its result is plain data. */
  readonly between?: (work: object) => Promise<unknown>;
  /** Never set: carries the types of input and result. */
  readonly types?: { readonly input: Input; readonly result: Result };
}

/** A job to be started. */
export interface NewJob<Input = unknown, Result = unknown> {
  readonly kind: JobKind<Input, Result>;
  /** Plain JSON. */
  readonly input: Input;
  /** The record that the job works on. */
  readonly subjectId?: number;
  /** Units of work, if they are known. */
  readonly total?: number;
}
