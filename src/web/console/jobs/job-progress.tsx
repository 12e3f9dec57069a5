import type { ComponentChildren } from "preact";
import { msg } from "../../../domain/message.ts";
import type { JobSummary } from "../../api/types/endpoints.d.ts";
import { number, t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { type Change, MutationButton } from "../forms/mutation.tsx";
import { cancellationOf } from "./end-job.tsx";
import styles from "./jobs.module.css";
import { isOwnJob, rates } from "./running.ts";

/** An unfinished job, from the event stream or a response. */
export type JobInProgress = Omit<JobSummary, "fileName">;

interface ProgressProps {
  readonly job: JobInProgress;
  readonly label: string;
  /** How the job is cancelled. Default: as each job. */
  readonly cancellation?: Change | undefined;
  /** Shown beside the text. */
  readonly children?: ComponentChildren;
}

/** The progress of an unfinished job, with its rate and a button to cancel it. */
export function JobProgress({ job, label, cancellation, children }: ProgressProps) {
  const { id, done, total, state, createdBy, canCancel } = job;
  const labelId = `job-${id}`;
  const isKnown = total !== null && total > 0;
  return (
    <div class={styles["progress"]}>
      <div class={styles["work"]}>
        <span id={labelId}>
          <b>{label}</b> {children}
        </span>
        {state === "running" && (
          <progress
            aria-labelledby={labelId}
            {...(isKnown && { value: Math.min(done, total), max: total })}
          />
        )}
        <span class={`muted ${styles["figures"]}`}>
          {state === "waiting" ? <span>{t(msg("Waiting for other jobs"))}</span> : <Figures job={job} />}
          <span>{t(msg("Started by {name}"), { name: createdBy })}</span>
        </span>
      </div>
      {canCancel && isOwnJob(job) && (
        <MutationButton aria-describedby={labelId} change={() => cancellation ?? cancellationOf(job)}>
          {t(msg("Cancel"))}
        </MutationButton>
      )}
    </div>
  );
}

function Figures({ job }: { readonly job: JobInProgress }) {
  const { done, total } = job;
  const rate = rates.perSecond(job);
  const left = rates.secondsLeft(job);
  return (
    <>
      <span>{total === null ? number(done) : `${number(done)} / ${number(total)}`}</span>
      {rate !== null && <span>{t(msg("{n} per second"), { n: Math.round(rate) })}</span>}
      {left !== null && <span>{timeLeft(left)}</span>}
    </>
  );
}

function timeLeft(seconds: number): string {
  if (seconds < 60) return t(msg("about {n} s left"), { n: Math.max(1, Math.ceil(seconds / 5) * 5) });
  if (seconds < 5400) return t(msg("about {n} min left"), { n: Math.ceil(seconds / 60) });
  return t(msg("about {n} h left"), { n: Math.ceil(seconds / 3600) });
}

/** Tells that the job continues without the page, and where its result will be. Users have no list of jobs. */
export const JobHint = () => (
  <p class="muted">
    {t(
      may("manage")
        ? msg("This runs on the server. You can close this page; the page Jobs shows the result.")
        : msg("This runs on the server. You can close this page."),
    )}
  </p>
);
