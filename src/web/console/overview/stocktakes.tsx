import { State } from "../../../domain/inventory-states.ts";
import { msg } from "../../../domain/message.ts";
import type { InventorySummary } from "../../api/types/endpoints.d.ts";
import { number, t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { Card, Cards } from "../../ui/card.tsx";
import { Progress } from "../../ui/progress.tsx";
import { eventData } from "../realtime/live.ts";
import { StreamBoundary } from "../realtime/stream-boundary.tsx";
import { StateBadge } from "../stocktakes/state-badge.tsx";
import { CountOverTime, LocationProgressList } from "./count-progress.tsx";

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
        {(all) =>
          all.length === 0 ? (
            <p class="muted">
              {t(msg("No open stocktakes"))}{" "}
              {may("manage") && <a href="#/stocktakes/new">{t(msg("Create stocktake"))}</a>}
            </p>
          ) : (
            <Cards isWide>
              {all
                .slice()
                .sort((a, b) => ORDER.indexOf(a.inventoryStateId) - ORDER.indexOf(b.inventoryStateId))
                .map((inventory) => (
                  <StocktakeCard key={inventory.oid} inventory={inventory} />
                ))}
            </Cards>
          )
        }
      </StreamBoundary>
    </section>
  );
}

const COUNTED: readonly number[] = [State.InProgress, State.Paused, State.Finished, State.Processing];

/** An open stocktake: state, progress and course. */
function StocktakeCard({ inventory }: { readonly inventory: InventorySummary }) {
  const { oid, name, inventoryStateId, total, counted, found, missing, unexpected } = inventory;
  const titleId = `stocktake-${oid}`;
  const share = total > 0 ? `(${percent(counted / total)})` : "";
  const label = `${t(msg("{counted} of {total} counted"), { counted, total })} ${share}`;
  return (
    <Card isArticle class="stocktake-card" aria-labelledby={titleId}>
      <h3 id={titleId}>
        <a href={`#/stocktakes/${oid}`}>{name}</a>
        <StateBadge state={inventoryStateId} />
      </h3>
      <Progress label={label} value={counted} max={total} />
      <dl class="figures">
        <Figure label={t(msg("Found"))} value={found} />
        <Figure label={t(msg("Missing"))} value={missing} />
        <Figure label={t(msg("Unexpected"))} value={unexpected} />
        <Figure label={t(msg("Not counted"))} value={Math.max(0, total - counted)} />
      </dl>
      {COUNTED.indexOf(inventoryStateId) !== -1 && (
        <>
          <CountOverTime inventoryId={oid} total={total} />
          <LocationProgressList inventoryId={oid} />
        </>
      )}
    </Card>
  );
}

function Figure({ label, value }: { readonly label: string; readonly value: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{number(value)}</dd>
    </div>
  );
}

/** A share, rounded down, so that an incomplete one is never shown as 100 %. 0.29 * 100 is slightly less than 29. */
export const percent = (part: number) =>
  number(Math.floor(part * 100 + 1e-9) / 100, { style: "percent", maximumFractionDigits: 0 });
