import { useEffect, useMemo } from "preact/hooks";
import { type Message, msg } from "../../../../domain/message.ts";
import { call } from "../../../api/call.ts";
import type { Job } from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Toolbar } from "../../../ui/toolbar.tsx";
import { UndoButton } from "../../jobs/end-job.tsx";
import { JobHint, type JobInProgress, JobProgress } from "../../jobs/job-progress.tsx";
import { shownKind } from "../../jobs/kinds.ts";
import { JobState, Outcome } from "../../jobs/outcome.tsx";
import { hasEnded } from "../../jobs/run-job.ts";
import { rates, unfinishedJobs } from "../../jobs/running.ts";
import { useLiveQuery } from "../../realtime/use-live-query.ts";
import type { BulkJob, BulkJobs, BulkRequest } from "./bulk-jobs.ts";
import { repeatedOf } from "./repeat.ts";

/** The progress of bulk operations, and their results. */
export function BulkPanel({ bulk }: { readonly bulk: BulkJobs }) {
  const { jobs, isStarting, failed, start, close, closeFailed } = bulk;
  return (
    <>
      {jobs.map((job) => (
        <BulkJobCard key={job.id} job={job} start={start} close={close} />
      ))}
      {isStarting && (
        <Card class="work" role="status">
          {t(msg("Starting…"))}
        </Card>
      )}
      {failed !== null && (
        <Card class="work" aria-label={t(msg("Result"))}>
          <p class="error-text" role="alert">
            {failed.text}
          </p>
          <Toolbar>
            <Button kind="primary" onClick={() => void start(failed.request)}>
              {t(msg("Try again"))}
            </Button>
            <Button onClick={closeFailed}>{t(msg("Close"))}</Button>
          </Toolbar>
        </Card>
      )}
    </>
  );
}

interface CardProps extends Pick<BulkJobs, "close"> {
  readonly job: BulkJob;
  /** Repeats the job's request; absent: it can't be repeated. */
  readonly start?: BulkJobs["start"] | undefined;
}

/** The progress of one bulk operation, and its result. */
export function BulkJobCard({ job: { id, kind, request, hasEnded: isEndNoticed }, start, close }: CardProps) {
  // Users see their own jobs, but not the list of jobs.
  const hasEvents = unfinishedJobs() !== null;
  const { body, refetch } = useLiveQuery(call("GET /api/jobs/{id}", { id }), {
    follows: ["jobs"],
    ...(!hasEvents && isEndNoticed !== true && { everySeconds: ASK_SECONDS }),
  });
  useEffect(() => {
    if (isEndNoticed) refetch();
  }, [isEndNoticed]);
  useMemo(() => {
    if (!hasEvents && body !== null) rates.addOne(body, performance.now());
  }, [body]);
  const unfinished = unfinishedJobs()?.find((one) => one.id === id) ?? null;
  const isOver = body !== null && hasEnded(body) && unfinished?.isUndoing !== true;
  const name = t(shownKind(kind).name);
  return (
    <Card class="work" aria-label={name}>
      {isOver ? (
        <Result name={name} job={body} request={request} refetch={refetch} start={start} close={close} />
      ) : (
        <Progress job={unfinished ?? body} />
      )}
    </Card>
  );
}

function Progress({ job }: { readonly job: JobInProgress | null }) {
  if (job === null) return null;
  return (
    <>
      <JobProgress job={job} label={jobLabel(job)} />
      <JobHint />
    </>
  );
}

const jobLabel = ({ kind, isUndoing }: JobInProgress) =>
  t(
    isUndoing
      ? (UNDOING[kind] ?? msg("Restoring previous values…"))
      : (PROGRESS_TEXTS[kind] ?? msg("Working…")),
  );

interface ResultProps extends Pick<CardProps, "start" | "close"> {
  readonly name: string;
  readonly job: Job;
  readonly request: BulkRequest | undefined;
  readonly refetch: () => void;
}

function Result({ name, job, request, refetch, start, close }: ResultProps) {
  const repeated = request === undefined || start === undefined ? null : repeatedOf(request, job);
  const repeat = () => {
    if (repeated === null) return;
    close(job.id);
    void start?.(repeated);
  };
  return (
    <>
      <h2>
        {name} <JobState state={job.state} />
      </h2>
      <div role="status">
        <Outcome job={job} />
      </div>
      <Toolbar>
        {repeated !== null && (
          <Button kind="primary" onClick={repeat}>
            {t(msg("Try again"))}
          </Button>
        )}
        {(job.kind === "bulkLabels" || job.kind === "bulkLocationLabels") && (
          <ButtonLink href="#/printers">{t(msg("Open queue"))}</ButtonLink>
        )}
        <UndoButton job={job} name={name} refetch={refetch} />
        <Button onClick={() => close(job.id)}>{t(msg("Close"))}</Button>
      </Toolbar>
    </>
  );
}

/** The interval of requests while no events arrive. */
const ASK_SECONDS = 2;

const UNDOING: Readonly<Record<string, Message>> = {
  bulkLabels: msg("Removing labels from the print queue…"),
  bulkLocationLabels: msg("Removing labels from the print queue…"),
};
const PROGRESS_TEXTS: Readonly<Record<string, Message>> = {
  bulkEdit: msg("Updating articles…"),
  bulkDelete: msg("Deleting articles…"),
  bulkLabels: msg("Adding labels to the print queue…"),
  bulkLocationLabels: msg("Adding labels to the print queue…"),
};
