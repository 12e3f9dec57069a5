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

/** Rates of running jobs, by the progress that was received. */
export class JobRates {
  readonly #samples = new Map<number, readonly Sample[]>();

  /** Adds the progress of all unfinished jobs. `at`: milliseconds. */
  add(jobs: readonly RatedJob[], at: number): void {
    for (const id of this.#samples.keys()) if (!jobs.some((job) => job.id === id)) this.#samples.delete(id);
    for (const job of jobs) this.addOne(job, at);
  }

  /** Adds the progress of one job. */
  addOne({ id, done, state }: RatedJob, at: number): void {
    // Time in the queue does not count.
    if (state === "waiting") return;
    const before = this.#samples.get(id) ?? [];
    const last = before[before.length - 1];
    // An undo counts from zero again.
    const recent =
      last !== undefined && done < last.done ? [] : before.filter((one) => at - one.at <= WINDOW_MS);
    this.#samples.set(id, [...recent, { at, done }]);
  }

  /** Units of work per second; null: not known yet. */
  perSecond({ id }: RatedJob): number | null {
    const samples = this.#samples.get(id) ?? [];
    const [first] = samples;
    const last = samples[samples.length - 1];
    if (first === undefined || last === undefined || last.at - first.at < MIN_MS) return null;
    return ((last.done - first.done) * 1000) / (last.at - first.at);
  }

  /** Seconds until the job is done; null: not known. */
  secondsLeft(job: RatedJob): number | null {
    const rate = this.perSecond(job);
    if (job.total === null || rate === null || rate <= 0) return null;
    return Math.max(0, job.total - job.done) / rate;
  }
}

/** Rates of the unfinished jobs. */
export const rates = new JobRates();
eventData.jobs.subscribe((data) => rates.add(data?.jobs ?? [], performance.now()));
