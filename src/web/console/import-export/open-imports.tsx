import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type { Job, JobSummary } from "../../api/types/endpoints.d.ts";
import { number, t, when } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { Banner } from "../../ui/banner.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { type Change, MutationButton } from "../forms/mutation.tsx";
import { UndoButton } from "../jobs/end-job.tsx";
import { JobHint, JobProgress } from "../jobs/job-progress.tsx";
import { LeftRowsList, leftRowsOf } from "../jobs/outcome.tsx";
import { eventData } from "../realtime/live.ts";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { endOf } from "./follow-import.ts";
import { KIND_NAMES, stateName } from "./kinds.ts";
import type { ImportHead } from "./shapes.ts";

/** The imports on the server, of all tabs and Admins. Each can be continued. */
export function OpenImports() {
  // The event stream does not report imports.
  const query = useLiveQuery(call("GET /api/imports"), { everySeconds: 2 });
  return (
    <QueryBoundary query={query} isEmpty={() => false}>
      {(imports) =>
        imports.length > 0 && (
          <>
            <h3>{t(msg("Recent imports"))}</h3>
            <DataTable
              caption={t(msg("Recent imports"))}
              columns={columns(query.refetch)}
              rows={imports}
              idOf={({ id }) => id}
              hrefOf={({ id }) => `#/exchange/${id}`}
            />
          </>
        )
      }
    </QueryBoundary>
  );
}

function columns(refetch: () => void): readonly Column<ImportHead>[] {
  return [
    { title: t(msg("File")), cell: ({ fileName }) => fileName },
    { title: t(msg("Data type")), cell: ({ kind }) => t(KIND_NAMES[kind]) },
    { title: t(msg("State")), cell: stateOf },
    { title: t(msg("Started")), cell: ({ createdDT, createdBy }) => `${when(createdDT)} · ${createdBy}` },
    { title: t(msg("Rows")), number: ({ rows }) => rows },
    { title: t(msg("Errors")), number: ({ errorCount }) => errorCount },
    {
      title: t(msg("Action")),
      cell: (one) => {
        const label = t(one.state === "applied" ? msg("Remove") : msg("Cancel"));
        return (
          <MutationButton aria-label={`${label} ${one.fileName}`} change={() => endOf(one)} after={refetch}>
            {label}
          </MutationButton>
        );
      },
    },
  ];
}

function stateOf(one: ImportHead): string {
  const { state, progress } = one;
  const { done, total } = progress;
  const text = stateName(one);
  if (state !== "checking" && state !== "applying") return text;
  return total === null ? `${text} ${number(done)}` : `${text} ${number(done)} / ${number(total)}`;
}

/** The job that applies or has applied an import. */
export interface ImportJob {
  /** Its job while it is unfinished. */
  readonly unfinished: JobSummary | null;
  readonly ended: Job | null;
  readonly refetch: () => void;
}

/**
 * The job of an import, on whatever computer it was started. It is stored longer than the import, which ends with the
 * server.
 */
export function useImportJob(id: string): ImportJob {
  const isIts = ({ kind, subjectId }: Pick<JobSummary, "kind" | "subjectId">) =>
    kind === "import" && String(subjectId) === id;
  const { body, refetch } = useLiveQuery(call("GET /api/jobs"), { follows: ["jobs"] });
  const unfinished = eventData.jobs.value?.jobs.find(isIts) ?? null;
  const ended = unfinished === null ? (body?.find(isIts) ?? null) : null;
  return { unfinished, ended, refetch };
}

interface ProgressProps {
  readonly job: JobSummary;
  /** How the import is cancelled, which is not only its job. */
  readonly cancellation?: Change;
}

/** The progress of an import that is applied or undone. */
export function ImportProgress({ job, cancellation }: ProgressProps) {
  return (
    <>
      <JobProgress
        job={job}
        label={t(job.isUndoing ? msg("Undoing the import") : msg("Importing rows"))}
        cancellation={cancellation}
      />
      <JobHint />
    </>
  );
}

/** The result of undoing an import, with the rows that could not be undone; before that, the button to undo it. */
export function ImportUndo({ job: { ended, refetch } }: { readonly job: ImportJob }) {
  if (ended === null) return null;
  if (ended.state !== "undone")
    return <UndoButton job={ended} name={t(msg("Import", "noun"))} refetch={refetch} />;
  const left = leftRowsOf(ended);
  return (
    <Banner role="status">
      <p>
        {t(
          left === null
            ? msg("The import was undone. Everything is as it was before.")
            : msg("The import was undone, except for records that were changed or used since."),
        )}
      </p>
      {left !== null && <LeftRowsList rows={left} />}
    </Banner>
  );
}
