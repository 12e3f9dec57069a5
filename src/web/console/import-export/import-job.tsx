import { msg } from "../../../domain/message.ts";
import { listJobs } from "../../api/console/system.ts";
import type { Job, JobSummary } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { UndoButton } from "../jobs/end-job.tsx";
import { JobHint, JobProgress } from "../jobs/job-progress.tsx";
import { LeftRowsList, leftRowsOf } from "../jobs/left-rows.tsx";
import { eventData } from "../realtime/live.ts";
import { useLiveQuery } from "../realtime/use-live-query.ts";

/** The job that applies or has applied an import. */
export interface ImportJob {
  /** While it waits, runs or is being undone. */
  readonly unfinished: JobSummary | null;
  readonly ended: Job | null;
  readonly again: () => void;
}

/** The job of an import, on whatever computer it was begun. It outlives the import, which ends with the server. */
export function useImportJob(id: string): ImportJob {
  const isIts = ({ kind, subjectId }: Pick<Job, "kind" | "subjectId">) =>
    kind === "import" && String(subjectId) === id;
  const { body, again } = useLiveQuery(listJobs(), { follows: ["jobs"] });
  const unfinished = eventData.jobs.value?.jobs.find(isIts) ?? null;
  const ended = unfinished === null ? (body?.find(isIts) ?? null) : null;
  return { unfinished, ended, again };
}

/** The progress of an import that is applied or undone. `onCancel`: cancels the import. */
export function ImportProgress({
  job,
  onCancel,
}: {
  readonly job: JobSummary;
  readonly onCancel?: () => void;
}) {
  return (
    <>
      <JobProgress
        job={job}
        words={t(job.isUndoing ? TEXTS.undoing : TEXTS.applying)}
        {...(onCancel !== undefined && { onCancel })}
      />
      <JobHint />
    </>
  );
}

/** That an import was undone, with the rows that were left; else the button to undo it. */
export function ImportUndo({ job: { ended, again } }: { readonly job: ImportJob }) {
  if (ended === null) return null;
  if (ended.state !== "undone") return <UndoButton job={ended} name={t(TEXTS.name)} again={again} />;
  const left = leftRowsOf(ended);
  return (
    <div class="note" role="status">
      <p>{t(left === null ? TEXTS.undone : TEXTS.undoneMostly)}</p>
      {left !== null && <LeftRowsList rows={left} />}
    </div>
  );
}

const TEXTS = {
  name: msg("Import", "noun"),
  applying: msg("Importing rows"),
  undoing: msg("Undoing the import"),
  undone: msg("The import was undone. Everything is as it was before."),
  undoneMostly: msg("The import was undone, except for records that were changed or used since."),
};
