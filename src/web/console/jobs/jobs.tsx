import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type { Job, JobSummary } from "../../api/types/endpoints.d.ts";
import { t, when } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { EmptyState } from "../../ui/surfaces.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { ICONS } from "../layout/icons.ts";
import { Screen } from "../layout/screen.tsx";
import { eventData } from "../realtime/live.ts";
import { StreamBoundary } from "../realtime/stream-boundary.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { UndoButton } from "./end-job.tsx";
import { JobProgress } from "./job-progress.tsx";
import styles from "./jobs.module.css";
import { shownKind } from "./kinds.ts";
import { JobState, Outcome } from "./outcome.tsx";
import { hasEnded } from "./run-job.ts";
import { isOfStocktake } from "./stocktake-jobs.ts";

/** `#/jobs`: the unfinished jobs of all computers, and the finished ones. */
export function JobsScreen() {
  const names = useStocktakeNames();
  return (
    <Screen title={t(msg("Jobs"))}>
      <p>
        {t(
          msg(
            "Long work runs on the server while counting goes on. You can close this page; a job goes on after a restart too.",
          ),
        )}
      </p>
      <section aria-labelledby="running-jobs">
        <h2 id="running-jobs">{t(msg("Running and waiting"))}</h2>
        <StreamBoundary of={eventData.jobs}>
          {({ jobs }) => <Unfinished jobs={jobs} names={names} />}
        </StreamBoundary>
      </section>
      <section aria-labelledby="ended-jobs">
        <h2 id="ended-jobs">{t(msg("History"))}</h2>
        <History names={names} />
      </section>
    </Screen>
  );
}

interface UnfinishedProps {
  readonly jobs: readonly JobSummary[];
  readonly names: StocktakeNames;
}

function Unfinished({ jobs, names }: UnfinishedProps) {
  if (jobs.length === 0)
    return (
      <EmptyState
        icon={ICONS.again}
        title={t(msg("Nothing is running"))}
        text={t(
          msg(
            "Imports, bulk edits, bulk labels, and stocktakes that are prepared, approved, reopened or closed appear here.",
          ),
        )}
      />
    );
  return (
    <ul class={`list ${styles["jobs"]}`}>
      {jobs.map((job) => (
        <li key={job.id}>
          <JobProgress job={job} label={job.isUndoing ? t(msg("Undoing:")) : ""}>
            <JobName job={job} names={names} />
          </JobProgress>
        </li>
      ))}
    </ul>
  );
}

/** The ended jobs, newest first, with their results. */
function History({ names }: { readonly names: StocktakeNames }) {
  const query = useLiveQuery(call("GET /api/jobs"), { follows: ["jobs"] });
  return (
    <QueryBoundary
      query={query}
      empty={
        <EmptyState
          icon={ICONS.planned}
          title={t(msg("No ended jobs yet"))}
          text={t(msg("They are listed here for a year with their results."))}
        />
      }
      isEmpty={(jobs) => !jobs.some(hasEnded)}
    >
      {(jobs) => (
        <DataTable
          caption={t(msg("Ended jobs"))}
          columns={columns(names, query.refetch)}
          rows={jobs.filter(hasEnded)}
          idOf={({ id }) => id}
        />
      )}
    </QueryBoundary>
  );
}

const columns = (names: StocktakeNames, refetch: () => void): readonly Column<Job>[] => [
  { title: t(msg("Job")), cell: (job) => <JobName job={job} names={names} /> },
  { title: t(msg("State")), cell: (job) => <JobState state={job.state} /> },
  { title: t(msg("Result")), cell: (job) => <Outcome job={job} /> },
  { title: t(msg("Started by")), cell: ({ createdBy }) => createdBy },
  { title: t(msg("Ended")), cell: ({ finishedDT }) => finishedDT !== null && when(finishedDT) },
  {
    title: t(msg("Action")),
    cell: (job) => <UndoButton job={job} name={t(shownKind(job.kind).name)} refetch={refetch} />,
  },
];

/** The names of stocktakes by their ids. */
type StocktakeNames = ReadonlyMap<number, string>;

/** The names of all stocktakes, closed ones too. */
function useStocktakeNames(): StocktakeNames {
  // The names of open stocktakes are in the event stream, without a request after each count.
  const { body } = useLiveQuery(call("GET /api/inventories", { includeClosed: true }), { follows: ["jobs"] });
  const all = [...(body ?? []), ...(eventData.inventories.value ?? [])];
  return new Map(all.map(({ oid, name }) => [oid, name]));
}

interface NameProps {
  readonly job: Job | JobSummary;
  readonly names: StocktakeNames;
}

/** The kind of a job, with its stocktake or file. */
function JobName({ job, names }: NameProps) {
  const { kind, subjectId } = job;
  const { name } = shownKind(kind);
  const file = "result" in job ? fileNameOf(job) : job.fileName;
  if (subjectId !== null && isOfStocktake(kind)) {
    return (
      <span>
        {t(name)} <a href={`#/stocktakes/${subjectId}`}>{names.get(subjectId) ?? `#${subjectId}`}</a>
      </span>
    );
  }
  if (subjectId !== null && kind === "import" && may("administer")) {
    return <a href={`#/exchange/${subjectId}`}>{[t(name), file].filter(Boolean).join(" ")}</a>;
  }
  return <span>{[t(name), file].filter(Boolean).join(" ")}</span>;
}

/** The name of the file of a done import. */
function fileNameOf(job: Job): string | null {
  return job.kind === "import" && job.state === "done" ? job.result.fileName : null;
}
