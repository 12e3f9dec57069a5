import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { Job, JobSummary } from "../../api/types/endpoints.d.ts";
import { t, when } from "../../i18n/translate.ts";
import type { Question } from "../../ui/confirm.tsx";
import { type Change, MutationButton } from "../forms/mutation.tsx";
import { NotDone } from "../forms/problem.ts";
import { shownKind } from "./kinds.ts";
import { leftRowsOf } from "./outcome.tsx";
import { endOfJob } from "./run-job.ts";
import { isOwnJob } from "./running.ts";

/** The cancellation of an unfinished job. */
export function cancellationOf({ id, kind }: Pick<JobSummary, "id" | "kind">): Change {
  return { question: cancelQuestion(kind), send: call("PUT /api/jobs/{id}/cancel", { id }) };
}

/** The question before an unfinished job is cancelled. */
export function cancelQuestion(kind: JobSummary["kind"]): Question {
  const { name, cancel } = shownKind(kind);
  return {
    title: t(msg("Cancel {name}?"), { name: t(name) }),
    text: t(cancel ?? msg("Everything that it has changed so far is undone.")),
    action: t(msg("Cancel job")),
    isDangerous: true,
  };
}

/** The undo of a finished job. */
function undoOf({ id, kind, done, result, finishedDT }: Job): Change {
  const shown = shownKind(kind);
  const file = result !== null && "fileName" in result ? result.fileName : null;
  const name = file === null ? t(shown.name) : `${t(shown.name)} ${file}`;
  const came = t(msg("{result}, {at}."), {
    result: t(shown.result, { n: done }),
    at: finishedDT === null ? "–" : when(finishedDT),
  });
  return {
    question: {
      title: t(msg("Undo {name}?"), { name }),
      text: `${came} ${t(
        msg(
          "Everything that it changed becomes as it was before. Records that were changed since, or that other records use, are left and listed afterwards.",
        ),
      )}`,
      action: t(msg("Undo job")),
      isDangerous: true,
    },
    send: call("PUT /api/jobs/{id}/undo", { id }),
  };
}

/** Undoes a finished job, and waits for it. Throws NotDone where records were left as they are, ApiError, ServerUnreachable. */
export async function undoNow(id: number): Promise<void> {
  await requestAsUser(call("PUT /api/jobs/{id}/undo", { id }));
  const job = await endOfJob(id);
  if (job.state !== "undone" || leftRowsOf(job) !== null)
    throw new NotDone(t(msg("Not undone: records have changed since, or others have their codes.")));
}

interface UndoProps {
  readonly job: Job;
  /** The job in the button's accessible name. */
  readonly name: string;
  readonly refetch: () => void;
}

/** Undoes a finished job while that is possible. Renders nothing if it is not, or for a job of another user. */
export function UndoButton({ job, name, refetch }: UndoProps) {
  if (job.undoUntil === null || !isOwnJob(job)) return null;
  return (
    <>
      <MutationButton class="small" change={() => undoOf(job)} after={refetch}>
        {t(msg("Undo"))}
        <span class="sr-only"> {name}</span>
      </MutationButton>{" "}
      <span class="muted">{t(msg("until {at}"), { at: when(job.undoUntil) })}</span>
    </>
  );
}
