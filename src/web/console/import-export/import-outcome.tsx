import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { t, when } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { Problem } from "../../ui/use-action.tsx";
import { useDownload } from "../batch/use-download.ts";
import { Outcome } from "../jobs/outcome.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { Figures } from "./figures.tsx";
import { KIND_SCREENS } from "./kinds.ts";
import { NotTaken } from "./not-taken.tsx";
import { type ImportJob, ImportProgress, ImportUndo } from "./open-imports.tsx";
import type { ImportDetail } from "./shapes.ts";

/**
 * The outcome of an import that the server no longer has, for example after a restart: from its job, else from the
 * history.
 */
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
        <Banner>
          {isApplied && <p>{t(APPLIED, { at: when(ended.finishedDT ?? ended.createdDT) })}</p>}
          {!isApplied && <Outcome job={ended} />}
        </Banner>
      )}
      <Toolbar>
        {isApplied && <ImportUndo job={job} />}
        <ButtonLink href="#/exchange">{t(msg("Go to import and export"))}</ButtonLink>
      </Toolbar>
    </>
  );
}

function FromHistory({ id }: { readonly id: string }) {
  const query = useLiveQuery(call("GET /api/audit", { cause: `import ${id}` }));
  return (
    <QueryBoundary query={query}>
      {([last]) => (
        <Banner>
          {last === undefined
            ? t(
                msg(
                  "This import no longer exists: it was cancelled, or the server was restarted. Nothing was imported. Upload the file again.",
                ),
              )
            : t(APPLIED, { at: when(last.at) })}
        </Banner>
      )}
    </QueryBoundary>
  );
}

interface ResultProps {
  readonly one: ImportDetail;
  readonly job: ImportJob;
}

/** The result of an import, with links to the next steps. */
export function Result({ one, job }: ResultProps) {
  const { href, label } = KIND_SCREENS[one.kind];
  const isUndone = job.ended?.state === "undone";
  return (
    <>
      {!isUndone && (
        <Banner tone="success" role="status">
          {t(msg("Import completed."))}{" "}
          {one.leftOut > 0 &&
            t(msg("{n, plural, one {# row was} other {# rows were}} left out."), { n: one.leftOut })}
        </Banner>
      )}
      {isUndone && <ImportUndo job={job} />}
      <Figures one={one} />
      <NotTaken one={one} />
      <Toolbar>
        <ButtonLink href={href}>{t(label)}</ButtonLink>
        <ButtonLink kind="secondary" href={`#/exchange?kind=${one.kind}`}>
          {t(msg("Import another file"))}
        </ButtonLink>
        {one.errorRows > 0 && <ErrorsFile one={one} />}
        {!isUndone && <ImportUndo job={job} />}
      </Toolbar>
    </>
  );
}

/** Downloads the rows with errors, with an additional column for the errors. */
export function ErrorsFile({ one }: { readonly one: ImportDetail }) {
  const { coming, problem, start } = useDownload();
  return (
    <div>
      <Button
        kind="secondary"
        disabled={coming !== null}
        onClick={() => start(call("GET /api/imports/{id}/errors", { id: one.id, format: "xlsx" }))}
      >
        {t(msg("Download rows with errors"))}
      </Button>
      <Problem text={problem} />
    </div>
  );
}

const APPLIED = msg(
  "This import was completed at {at}. Its changes are in the history; its figures are no longer available.",
);
