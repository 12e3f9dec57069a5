import { session } from "../../api/tokens.ts";
import type { JobSummary } from "../../api/types/endpoints.d.ts";
import { may } from "../../login/permissions.ts";
import { eventData } from "../realtime/live.ts";
import { JobRates } from "./rate.ts";

/** Rates of the unfinished jobs. */
export const rates = new JobRates();
eventData.jobs.subscribe((told) => rates.add(told?.jobs ?? [], performance.now()));

/** The unfinished jobs, on whatever computer they were begun; null: not known (yet). */
export const unfinishedJobs = (): readonly JobSummary[] | null => eventData.jobs.value?.jobs ?? null;

/** Whether the user may cancel and undo a job. */
export function isOwnJob({ createdBy }: Pick<JobSummary, "createdBy">): boolean {
  return may("administer") || session.value?.user.userName === createdBy;
}
