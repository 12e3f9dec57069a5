import type { Principal } from "../../domain/principal.ts";
import type { Tx } from "../../storage/database/statement.ts";
import type { NewJob } from "../../storage/jobs/job-kind.ts";

/** What else happens in the transaction that stores a job. */
export interface JobHooks {
  /** The job of the same request, sent before: it is not started again. Null: there is none. */
  readonly earlier?: () => number | null;
  /** Its errors reject, and no job is stored. */
  readonly check?: (tx: Tx) => void;
  /** Called with the id of the new job. */
  readonly stored?: (tx: Tx, id: number) => void;
}

/** Starts jobs for requests (src/jobs/engine.ts). */
export interface JobService {
  /** Stores and starts a job; returns its id. */
  start(principal: Principal, address: string | null, job: NewJob, hooks?: JobHooks): Promise<number>;
  /** The result of the job, when it has ended. Rejects with its error, or with JobInterrupted when the server stops. */
  result(tenantId: number, id: number): Promise<unknown>;
}

/** The path of a job. */
export const pathOfJob = (id: number) => `/api/jobs/${id}`;

/** The job at a path. */
export const jobAtPath = (path: string) => Number(path.split("/").at(-1));
