import { State } from "../../../domain/inventory-states.ts";
import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { eventData } from "../realtime/live.ts";
import { StreamBoundary } from "../realtime/stream-boundary.tsx";
import { openColumns } from "../stocktakes/open-columns.tsx";

// Running stocktakes come first.
const ORDER: readonly number[] = [
  State.InProgress,
  State.Paused,
  State.Finished,
  State.Processing,
  State.WaitingForStart,
  State.Preparation,
];

/** The open stocktakes. */
export function Stocktakes() {
  return (
    <section aria-labelledby="open-stocktakes">
      <h2 id="open-stocktakes">{t(msg("Open stocktakes"))}</h2>
      <StreamBoundary of={eventData.inventories}>
        {(all) => (
          <DataTable
            caption={t(msg("Open stocktakes"))}
            // The bar has them.
            columns={openColumns().filter(({ key }) => key !== "found")}
            rows={all
              .slice()
              .sort((a, b) => ORDER.indexOf(a.inventoryStateId) - ORDER.indexOf(b.inventoryStateId))}
            hrefOf={({ oid }) => `#/stocktakes/${oid}`}
            empty={
              <p class="muted">
                {t(msg("No open stocktakes"))}{" "}
                {may("manage") && <a href="#/stocktakes/new">{t(msg("Create stocktake"))}</a>}
              </p>
            }
          />
        )}
      </StreamBoundary>
    </section>
  );
}
