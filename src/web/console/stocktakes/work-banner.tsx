import { msg } from "../../../domain/message.ts";
import type { InventoryDetail } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { Banner } from "../../ui/banner.tsx";
import { JobProgress } from "../jobs/job-progress.tsx";
import { hasUnfinishedJob, jobOfStocktake, workText } from "./work.ts";

/** The id of the element with the reason that the actions of a stocktake are disabled. */
export const WORK_ID = "stocktake-work";

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
