import { msg } from "../../../domain/message.ts";
import type { JobSummary } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { Screen } from "../layout/screen.tsx";
import { eventData } from "../realtime/live.ts";
import { StreamBoundary } from "../realtime/stream-boundary.tsx";
import { History } from "./history.tsx";
import { JobName, type StocktakeNames, useStocktakeNames } from "./job-name.tsx";
import { JobProgress } from "./job-progress.tsx";

/** `#/jobs`: what runs and waits, on whatever computer it was begun, and what has ended. */
export function JobsScreen() {
  const names = useStocktakeNames();
  return (
    <Screen title={t(TEXTS.title)}>
      <p>{t(TEXTS.means)}</p>
      <section aria-labelledby="running-jobs">
        <h2 id="running-jobs">{t(TEXTS.running)}</h2>
        <StreamBoundary of={eventData.jobs}>
          {({ jobs }) => <Unfinished jobs={jobs} names={names} />}
        </StreamBoundary>
      </section>
      <section aria-labelledby="ended-jobs">
        <h2 id="ended-jobs">{t(TEXTS.history)}</h2>
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
  if (jobs.length === 0) return <p class="quiet">{t(TEXTS.none)}</p>;
  return (
    <ul class="list jobs">
      {jobs.map((job) => (
        <li key={job.id}>
          <JobProgress job={job} words={job.isUndoing ? t(TEXTS.undoing) : ""}>
            <JobName job={job} names={names} />
          </JobProgress>
        </li>
      ))}
    </ul>
  );
}

const TEXTS = {
  title: msg("Jobs"),
  means: msg(
    "Long work runs on the server while counting goes on. You can close this page; a job goes on after a restart too.",
  ),
  running: msg("Running and waiting"),
  history: msg("History"),
  undoing: msg("Undoing:"),
  none: msg(
    "Nothing is running. Imports, bulk edits, bulk labels, and stocktakes that are prepared, approved, reopened or closed appear here.",
  ),
};
