import { type Message, msg } from "../../../domain/message.ts";
import type { InventoryDetail, JobSummary } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { Banner } from "../../ui/banner.tsx";
import { JobProgress } from "../jobs/job-progress.tsx";
import { shownKind } from "../jobs/kinds.ts";
import { eventData } from "../realtime/live.ts";

/** The id of the element with the reason that the actions of a stocktake are disabled. */
export const WORK_ID = "stocktake-work";

/** The unfinished job of a stocktake, on whatever computer it was started; null: none, or the user may not see jobs. */
export function jobOfStocktake(inventoryId: number): JobSummary | null {
  const jobs = eventData.jobs.value?.jobs ?? [];
  return (
    jobs.find(({ kind, subjectId }) => subjectId === inventoryId && shownKind(kind).isOfStocktake) ?? null
  );
}

/** The text for the effect of a job on its stocktake. */
export function workText({ kind, isUndoing }: Pick<JobSummary, "kind" | "isUndoing">): string {
  return t(
    isUndoing ? msg("Cancelling: changes are being undone…") : (PROGRESS_TEXTS[kind] ?? msg("Working…")),
  );
}

/** Whether a job works on a stocktake. For users who may not see jobs, the stocktake itself has the job. */
export function hasUnfinishedJob({ oid, job }: Pick<InventoryDetail, "oid" | "job">): boolean {
  return (eventData.jobs.value === null ? (job ?? null) : jobOfStocktake(oid)) !== null;
}

/** The progress of the job of a stocktake. */
export function StocktakeWork({ inventory }: { readonly inventory: InventoryDetail }) {
  if (!hasUnfinishedJob(inventory)) return null;
  const job = jobOfStocktake(inventory.oid);
  const kind = inventory.job?.kind ?? "";
  return (
    <Banner class="stocktake-work" role="region" aria-label={t(msg("Work in progress"))}>
      {job === null ? (
        <b>{workText({ kind, isUndoing: false })}</b>
      ) : (
        <JobProgress job={job} label={workText(job)} />
      )}
      <p id={WORK_ID}>
        {t(
          msg(
            "Until this is done, the stocktake can't be changed. Counts are still accepted. You can close this page.",
          ),
        )}
      </p>
    </Banner>
  );
}

const PROGRESS_TEXTS: Readonly<Record<string, Message>> = {
  prepare: msg("Preparing…"),
  choose: msg("Preparing…"),
  approve: msg("Approving…"),
  approveItems: msg("Approving…"),
  reopen: msg("Applying late counts…"),
  close: msg("Applying the results to stock…"),
  decide: msg("Deciding…"),
};
