import { type Message, msg } from "../../../domain/message.ts";
import type { BulkEdit, BulkLabels, Job } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { BulkEditResult, BulkLabelsResult } from "./bulk-result.tsx";
import { shownKind } from "./kinds.ts";
import { LeftRowsList, leftRowsOf } from "./left-rows.tsx";

/** The state of an ended job, in a colour of its kind. */
export function JobState({ state }: Pick<Job, "state">) {
  return <span class={`mark job-state is-${state}`}>{t(STATES[state])}</span>;
}

/** What an ended job came to, or why it failed. */
export function Outcome({ job }: { readonly job: Job }) {
  const { state, kind, done, error } = job;
  const left = leftRowsOf(job);
  if (state === "failed") {
    return (
      <>
        {error?.message ?? t(TEXTS.failed)}
        {error?.errors !== undefined && (
          <ul class="left-rows">
            {error.errors.slice(0, MAX_ERRORS).map(({ path, message }) => (
              <li key={path}>
                {path}: {message}
              </li>
            ))}
          </ul>
        )}{" "}
        {left === null ? t(TEXTS.nothing) : <LeftRowsList rows={left} />}
      </>
    );
  }
  if (left !== null) return <LeftRowsList rows={left} />;
  if (state === "cancelled") return t(TEXTS.nothing);
  if (state === "undone") return t(TEXTS.allUndone);
  // The server describes them (src/bulk-edit/shapes.ts, src/printing/shapes.ts).
  if (kind === "bulkEdit") return <BulkEditResult result={job.result as BulkEdit} />;
  if (kind === "bulkLabels") return <BulkLabelsResult result={job.result as BulkLabels} />;
  return t(shownKind(kind).result, { n: done });
}

/** Errors of fields that are shown. */
const MAX_ERRORS = 5;

const STATES: Readonly<Record<Job["state"], Message>> = {
  waiting: msg("Waiting"),
  running: msg("Running"),
  done: msg("Done"),
  failed: msg("Failed"),
  cancelled: msg("Cancelled"),
  undone: msg("Undone"),
};
const TEXTS = {
  failed: msg("Something went wrong on the server."),
  nothing: msg("Nothing was changed."),
  allUndone: msg("Everything is as it was before."),
};
