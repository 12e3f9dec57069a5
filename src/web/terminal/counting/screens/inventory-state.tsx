import { nameOfState } from "../../../../domain/inventory-states.ts";
import { msg } from "../../../../domain/message.ts";
import { canBegin } from "../../../../domain/transitions.ts";
import { getProgressDetails } from "../../../api/inventories.ts";
import type { InventoryProgressDetails } from "../../../api/types/endpoints.d.ts";
import type { StoredInventory } from "../../../db/outbox-shapes.ts";
import { number, t, when } from "../../../i18n/translate.ts";
import { changeInventoryState, inventories } from "../../../offline/sync/inventories.ts";
import type { QueryResult } from "../../../query/query-state.ts";
import { go, startAction } from "../../../router/router.ts";
import { Announcer, announce } from "../../../ui/announce.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Page } from "../../../ui/page.tsx";
import { Problem, useAction } from "../../../ui/use-action.tsx";
import { useFollowedProgress } from "./choose-location.tsx";
import { StocktakeGone } from "./count.tsx";
import { canStart, PendingTerminals, StillToCount, startCounting, startLabel } from "./inventories.tsx";
import { LateBanner } from "./stocktake-notices.tsx";
import "./count.css";

/** The progress of an inventory, with its transitions. */
export function InventoryState({ inventory }: Readonly<Record<string, string>>) {
  const stored = inventories.value.find(({ oid }) => oid === Number(inventory));
  return stored === undefined ? <StocktakeGone /> : <InventoryStateView inventory={stored} />;
}

function InventoryStateView({ inventory }: { readonly inventory: StoredInventory }) {
  const { oid, name, inventoryStateId } = inventory;
  const { run, isBusy, problem } = useAction();
  const progress = useFollowedProgress(getProgressDetails({ id: oid }));
  const start = () =>
    run(async () => {
      const follow = startAction();
      await startCounting(oid);
      // Scans are counted on that screen only.
      follow(() => go(`/count/${oid}`, { replace: true }));
    });
  const pause = () =>
    run(async () => {
      await changeInventoryState(oid, "postpone");
      announce(t(msg("The count is paused.")));
    });
  const canPause = canBegin("postpone", inventoryStateId);
  const canFinish = canBegin("finish", inventoryStateId);
  return (
    <Page
      title={name}
      actions={
        (canStart(inventory) || canPause || canFinish) && (
          <>
            {canStart(inventory) && (
              <Button kind="primary" icon="count" disabled={isBusy} onClick={start}>
                {startLabel(inventory)}
              </Button>
            )}
            {canPause && (
              <Button disabled={isBusy} onClick={pause}>
                {t(msg("Pause"))}
              </Button>
            )}
            {canFinish && (
              <Button kind="primary" disabled={isBusy} onClick={() => go(`/count/${oid}/finish`)}>
                {t(msg("Finish…"))}
              </Button>
            )}
          </>
        )
      }
    >
      <Announcer />
      <LateBanner />
      <Problem text={problem} />
      <p>
        <b>{t(nameOfState(inventoryStateId))}</b>
      </p>
      <ProgressFigures progress={progress} />
      <AwayNotice progress={progress} />
      {progress.body !== null && (
        <>
          <PendingTerminals progress={progress.body} />
          <StillToCount inventoryId={oid} progress={progress.body} />
        </>
      )}
    </Page>
  );
}

/** Says while the server is away that the figures are old, or absent. */
export function AwayNotice({
  progress,
}: {
  readonly progress: Pick<QueryResult<unknown>, "state" | "body">;
}) {
  if (progress.state !== "away") return null;
  return (
    <Banner tone="warning">
      {t(
        progress.body === null
          ? msg("The server is not responding. Starting, pausing and finishing need it.")
          : msg(
              "The server is not responding: these are the last known figures. Starting, pausing and finishing need it.",
            ),
      )}
    </Banner>
  );
}

/** The progress as a table, and its time. */
export function ProgressFigures({
  progress: { body, at },
}: {
  readonly progress: Pick<QueryResult<InventoryProgressDetails>, "body" | "at">;
}) {
  if (body === null) return null;
  const { total, counted, unexpected, toRecount, unknown, late } = body;
  const rows = [
    [t(msg("Counted", "scan")), t(msg("{counted} of {total}"), { counted, total })],
    [t(msg("Still to count")), number(total - counted)],
    [t(msg("Unexpected")), number(unexpected)],
    [t(msg("Recount")), number(toRecount)],
    [t(msg("Unknown codes")), number(unknown)],
    [t(msg("Late counts")), number(late)],
  ] as const;
  return (
    <>
      <progress value={counted} max={Math.max(1, total)} aria-label={t(msg("Counted", "scan"))} />
      <table class="figures-table">
        <tbody>
          {rows.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {at !== null && <p class="muted">{t(msg("As of {at}"), { at: when(at) })}</p>}
    </>
  );
}
