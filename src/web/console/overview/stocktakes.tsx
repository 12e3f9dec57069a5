import { State } from "../../../domain/inventory-states.ts";
import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { eventData } from "../realtime/live.ts";
import { StreamBoundary } from "../realtime/stream-boundary.tsx";
import { StocktakeCard } from "./stocktake-card.tsx";

// Those that move come first.
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
      <h2 id="open-stocktakes">{t(TEXTS.title)}</h2>
      <StreamBoundary of={eventData.inventories}>
        {(all) =>
          all.length === 0 ? (
            <p class="quiet">
              {t(TEXTS.none)} {may("manage") && <a href="#/stocktakes/new">{t(TEXTS.first)}</a>}
            </p>
          ) : (
            <div class="cards wide">
              {all
                .slice()
                .sort((a, b) => ORDER.indexOf(a.inventoryStateId) - ORDER.indexOf(b.inventoryStateId))
                .map((inventory) => (
                  <StocktakeCard key={inventory.oid} inventory={inventory} />
                ))}
            </div>
          )
        }
      </StreamBoundary>
    </section>
  );
}

const TEXTS = {
  title: msg("Open stocktakes"),
  none: msg("No open stocktakes"),
  first: msg("Create stocktake"),
};
