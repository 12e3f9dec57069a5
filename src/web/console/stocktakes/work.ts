import { msg } from "../../../domain/message.ts";
import type { InventoryDetail, JobSummary } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { isOfStocktake, PROGRESS_TEXTS } from "../jobs/stocktake-jobs.ts";
import { eventData } from "../realtime/live.ts";

/** The unfinished job of a stocktake, on whatever computer it was started; null: none, or the user may not see jobs. */
export function jobOfStocktake(inventoryId: number): JobSummary | null {
  const jobs = eventData.jobs.value?.jobs ?? [];
  return jobs.find(({ kind, subjectId }) => subjectId === inventoryId && isOfStocktake(kind)) ?? null;
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
