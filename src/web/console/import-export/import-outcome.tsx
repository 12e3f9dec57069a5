import { msg } from "../../../domain/message.ts";
import { listAuditEntries } from "../../api/console/audit.ts";
import { t, when } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { Outcome } from "../jobs/outcome.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { type ImportJob, ImportProgress, ImportUndo } from "./import-job.tsx";

/** Tells from its job, else from the history, what became of an import that the server no longer knows, as after a restart. */
export function ImportOutcome({ id, job }: { readonly id: string; readonly job: ImportJob }) {
  const { unfinished, ended } = job;
  const isApplied = ended?.state === "done" || ended?.state === "undone";
  return (
    <>
      {unfinished !== null ? (
        <ImportProgress job={unfinished} />
      ) : ended === null ? (
        <FromHistory id={id} />
      ) : (
        <div class="note">
          {isApplied && <p>{t(TEXTS.applied, { at: when(ended.finishedDT ?? ended.createdDT) })}</p>}
          {!isApplied && <Outcome job={ended} />}
        </div>
      )}
      <div class="row">
        {isApplied && <ImportUndo job={job} />}
        <a class="button" href="#/exchange">
          {t(TEXTS.again)}
        </a>
      </div>
    </>
  );
}

function FromHistory({ id }: { readonly id: string }) {
  const answer = useLiveQuery(listAuditEntries({ cause: `import ${id}` }));
  return (
    <QueryBoundary answer={answer}>
      {([last]) => (
        <p class="note">{last === undefined ? t(TEXTS.nothing) : t(TEXTS.applied, { at: when(last.at) })}</p>
      )}
    </QueryBoundary>
  );
}

const TEXTS = {
  nothing: msg(
    "This import no longer exists: it was cancelled, or the server was restarted. Nothing was imported. Upload the file again.",
  ),
  applied: msg(
    "This import was completed at {at}. Its changes are in the history; its figures are no longer available.",
  ),
  again: msg("Go to import and export"),
};
