import { State } from "../../../../domain/inventory-states.ts";
import { msg } from "../../../../domain/message.ts";
import type { InventoryDetail } from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { may } from "../../../login/permissions.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { CountOverTime } from "../../overview/count-over-time.tsx";
import { percent } from "../../overview/stocktake-card.tsx";
import { useProgress } from "../use-stocktake.ts";
import { ByLocation } from "./by-location.tsx";
import { ByPerson } from "./by-person.tsx";
import { Figures } from "./figures.tsx";
import { Terminals } from "./terminals.tsx";

const WORDS = {
  [State.WaitingForStart]: msg("Prepared. Start the stocktake to begin counting."),
  [State.Paused]: msg("Paused. Counts made before the pause are still received."),
  [State.Finished]: msg("Counting is finished. Review the results next."),
} as const;

/** How a count goes on, live: in all, by place, by person and by terminal. */
export function Follow({ inventory }: { readonly inventory: InventoryDetail }) {
  const { oid, inventoryStateId } = inventory;
  const answer = useProgress(oid);
  const words = WORDS[inventoryStateId as keyof typeof WORDS];
  return (
    <>
      {words !== undefined && <p>{t(words)}</p>}
      <QueryBoundary answer={answer}>
        {(progress) => (
          <>
            <label class="count-progress">
              {t(TEXTS.counted, { counted: progress.counted, total: progress.total })}{" "}
              {progress.total > 0 && `(${percent(progress.counted / progress.total)})`}
              <progress value={progress.counted} max={Math.max(1, progress.total)} />
            </label>
            <Figures progress={progress} inventoryId={oid} isLinked={may("manage")} />
            {inventoryStateId !== State.WaitingForStart && (
              <CountOverTime inventoryId={oid} total={progress.total} />
            )}
            <div class="follow-tables">
              <ByLocation progress={progress} />
              <div>
                <Terminals progress={progress} />
                <ByPerson progress={progress} />
              </div>
            </div>
          </>
        )}
      </QueryBoundary>
    </>
  );
}

const TEXTS = { counted: msg("{counted} of {total} counted") };
