import { session } from "../../api/tokens.ts";
import type { JobSummary } from "../../api/types/endpoints.d.ts";
import { may } from "../../login/permissions.ts";
import { eventData } from "../realtime/live.ts";

/** The unfinished jobs, on whatever computer they were started; null: not known (yet). */
export const unfinishedJobs = (): readonly JobSummary[] | null => eventData.jobs.value?.jobs ?? null;

/** Whether the user may cancel and undo a job. */
export function isOwnJob({ createdBy }: Pick<JobSummary, "createdBy">): boolean {
  return may("administer") || session.value?.user.userName === createdBy;
}

/** The progress of a job, from which its rate is computed. */
interface RatedJob {
  readonly id: number;
  readonly done: number;
  readonly total: number | null;
  readonly state: string;
}

interface Sample {
  /** Milliseconds. */
  readonly at: number;
  readonly done: number;
}

/** The rate is measured over this time, because parts of a job are faster or slower. */
const WINDOW_MS = 20_000;
/** A shorter time gives no reliable rate. */
const MIN_MS = 900;

/** Measures the rates of running jobs by the progress that was received. */
export function makeJobRates() {
  const samplesOf = new Map<number, readonly Sample[]>();

  /** Adds the progress of one job. `at`: milliseconds. */
  function addOne({ id, done, state }: RatedJob, at: number): void {
    // Time in the queue does not count.
    if (state === "waiting") return;
    const before = samplesOf.get(id) ?? [];
    const last = before[before.length - 1];
    // An undo counts from zero again.
    const recent =
      last !== undefined && done < last.done ? [] : before.filter((one) => at - one.at <= WINDOW_MS);
    samplesOf.set(id, [...recent, { at, done }]);
  }

  /** Adds the progress of all unfinished jobs. */
  function add(jobs: readonly RatedJob[], at: number): void {
    for (const id of samplesOf.keys()) if (!jobs.some((job) => job.id === id)) samplesOf.delete(id);
    for (const job of jobs) addOne(job, at);
  }

  /** Units of work per second; null: not known yet. */
  function perSecond({ id }: RatedJob): number | null {
    const samples = samplesOf.get(id) ?? [];
    const [first] = samples;
    const last = samples[samples.length - 1];
    if (first === undefined || last === undefined || last.at - first.at < MIN_MS) return null;
    return ((last.done - first.done) * 1000) / (last.at - first.at);
  }

  /** Seconds until the job is done; null: not known. */
  function secondsLeft(job: RatedJob): number | null {
    const rate = perSecond(job);
    if (job.total === null || rate === null || rate <= 0) return null;
    return Math.max(0, job.total - job.done) / rate;
  }

  return { add, addOne, perSecond, secondsLeft };
}

/** Rates of the unfinished jobs. */
export const rates = makeJobRates();
eventData.jobs.subscribe((data) => rates.add(data?.jobs ?? [], performance.now()));
