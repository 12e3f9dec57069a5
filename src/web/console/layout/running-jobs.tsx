import { msg } from "../../../domain/message.ts";
import type { JobSummary } from "../../api/types/endpoints.d.ts";
import { number, t } from "../../i18n/translate.ts";
import { eventData } from "../realtime/live.ts";

/** While jobs run: how many, the progress of the first, and the way to their page. */
export function RunningJobs() {
  const jobs = eventData.jobs.value?.jobs ?? [];
  const [first] = jobs;
  return (
    <>
      {first !== undefined && (
        <a class="console-jobs" href="#/jobs">
          <progress aria-hidden="true" {...barOf(first)} />
          <span>
            {t(TEXTS.running, { n: jobs.length })}
            {first.total !== null && first.total > 0 && ` ${percent(first)}`}
          </span>
        </a>
      )}
      {/* Read out when it begins and ends, not at each step. */}
      <span class="unseen" role="status">
        {first !== undefined && t(TEXTS.begun)}
      </span>
    </>
  );
}

function barOf({ done, total }: JobSummary) {
  return total === null || total === 0 ? {} : { value: Math.min(done, total), max: total };
}

function percent({ done, total }: JobSummary): string {
  return number(Math.min(1, done / (total ?? 1)), { style: "percent" });
}

const TEXTS = {
  running: msg("{n, plural, one {# job} other {# jobs}}"),
  begun: msg("A job is running"),
};
