import type { Generated } from "kysely";
import type { Flag, IsoTime, OfTenant, Versioned } from "./columns.ts";

/** States of a job. */
export const JOB_STATES = ["waiting", "running", "done", "failed", "cancelled", "undone"] as const;
export type JobState = (typeof JOB_STATES)[number];
/** States of a job whose changes are undone. */
export type UndoState = Extract<JobState, "failed" | "cancelled" | "undone">;

/** Long work. */
export interface JobTable extends OfTenant, Versioned {
  oid: Generated<number>;
  kind: string;
  state: JobState;
  undoState: UndoState | null;
  subjectId: number | null;
  isFinal: Generated<Flag>;
  position: string | null;
  done: Generated<number>;
  total: number | null;
  result: string | null;
  error: string | null;
  userId: number;
  deviceTokenId: number | null;
  address: string | null;
  undoUserId: number | null;
  undoDeviceTokenId: number | null;
  createdDT: IsoTime;
  startedDT: IsoTime | null;
  finishedDT: IsoTime | null;
}

/** What the program of a job was given. */
export interface JobInputTable {
  jobId: number;
  input: string;
}

/** A row that a job has changed. */
export interface JobChangeTable {
  jobId: number;
  seq: number;
  tableName: string;
  rowId: number;
  before: string | null;
  groupId: number | null;
  change: number;
}
