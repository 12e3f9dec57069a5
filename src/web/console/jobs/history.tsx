import { msg } from "../../../domain/message.ts";
import { listJobs } from "../../api/console/jobs.ts";
import type { Job } from "../../api/types/endpoints.d.ts";
import { t, when } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { type Column, DataTable } from "../table/data-table.tsx";
import { JobName, type StocktakeNames } from "./job-name.tsx";
import { shownKind } from "./kinds.ts";
import { JobState, Outcome } from "./outcome.tsx";
import { hasEnded } from "./run-job.ts";
import { UndoButton } from "./undo-button.tsx";

/** The ended jobs, newest first, with their results. */
export function History({ names }: { readonly names: StocktakeNames }) {
  const answer = useLiveQuery(listJobs(), { follows: ["jobs"] });
  return (
    <QueryBoundary answer={answer} empty={TEXTS.none} isEmpty={(jobs) => !jobs.some(hasEnded)}>
      {(jobs) => (
        <DataTable
          caption={t(TEXTS.title)}
          columns={columns(names, answer.again)}
          rows={jobs.filter(hasEnded)}
          idOf={({ id }) => id}
        />
      )}
    </QueryBoundary>
  );
}

const columns = (names: StocktakeNames, again: () => void): readonly Column<Job>[] => [
  { key: "name", title: t(TEXTS.job), cell: (job) => <JobName job={job} names={names} /> },
  { key: "state", title: t(TEXTS.state), cell: (job) => <JobState state={job.state} /> },
  { key: "result", title: t(TEXTS.result), cell: (job) => <Outcome job={job} /> },
  { key: "who", title: t(TEXTS.who), cell: ({ createdBy }) => createdBy },
  { key: "ended", title: t(TEXTS.ended), cell: ({ finishedDT }) => finishedDT !== null && when(finishedDT) },
  {
    key: "undo",
    title: t(TEXTS.action),
    cell: (job) => <UndoButton job={job} name={t(shownKind(job.kind).name)} again={again} />,
  },
];

const TEXTS = {
  title: msg("Ended jobs"),
  none: msg("No ended jobs yet. They are listed here for a year with their results."),
  job: msg("Job"),
  state: msg("State"),
  result: msg("Result"),
  who: msg("Started by"),
  ended: msg("Ended"),
  action: msg("Action"),
};
