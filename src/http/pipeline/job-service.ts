import type { Principal } from "../../domain/principal.ts";
import type { Tx } from "../../storage/database/statement.ts";
import type { NewJob } from "../../storage/jobs/job-kind.ts";

/** Starts jobs for requests (src/jobs/engine.ts). */
export interface JobService {
  /** Stores and starts a job; returns its id. `check` runs in the same transaction, and its errors reject. */
  start(principal: Principal, address: string | null, job: NewJob, check?: (tx: Tx) => void): Promise<number>;
  /** The result of the job, when it has ended. Rejects with its error, or with JobInterrupted when the server stops. */
  result(tenantId: number, id: number): Promise<unknown>;
}

/** The path of a job. */
export const pathOfJob = (id: number) => `/api/jobs/${id}`;

/** Whether a request prefers not to wait for long work (`Prefer: respond-async`, RFC 7240). */
export function prefersAsync(prefer: string): boolean {
  return prefer
    .split(",")
    .some((preference) => preference.split(";")[0]?.trim().toLowerCase() === "respond-async");
}
