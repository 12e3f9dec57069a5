import { msg } from "../../../domain/message.ts";
import type { Job } from "../../api/types/endpoints.d.ts";
import { t, when } from "../../i18n/translate.ts";
import { undoJob } from "./end-job.ts";
import { isOwnJob } from "./running.ts";

interface UndoProps {
  readonly job: Job;
  /** What the job is called, read out. */
  readonly name: string;
  readonly again: () => void;
}

/** Undoes a finished job, as long as that is possible; nothing where it is not, or for another user's job. */
export function UndoButton({ job, name, again }: UndoProps) {
  if (job.undoUntil === null || !isOwnJob(job)) return null;
  return (
    <>
      <button type="button" class="second small" onClick={() => void undoJob(job).then(again)}>
        {t(TEXTS.undo)}
        <span class="unseen"> {name}</span>
      </button>{" "}
      <span class="quiet">{t(TEXTS.until, { at: when(job.undoUntil) })}</span>
    </>
  );
}

const TEXTS = {
  undo: msg("Undo"),
  until: msg("until {at}"),
};
