import { nameOfState, State } from "../../../../domain/inventory-states.ts";
import { msg } from "../../../../domain/message.ts";
import { canBegin } from "../../../../domain/transitions.ts";
import type { StoredInventory } from "../../../db/reference-shapes.ts";
import { t } from "../../../i18n/translate.ts";
import { changeInventoryState } from "../../../offline/sync/inventories.ts";
import { announce } from "../../../ui/announce.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Problem, useAction } from "../../../ui/use-action.tsx";

type InventoryState = Pick<StoredInventory, "oid" | "inventoryStateId">;

/** Whether counting can be started or continued. */
export const canStart = ({ inventoryStateId }: InventoryState) => canBegin("start", inventoryStateId);

/** Starts or continues counting. Throws ServerUnreachable, ApiError or NotLoggedIn. */
export async function startCounting(oid: number): Promise<void> {
  await changeInventoryState(oid, "start");
  announce(t(TEXTS.started));
}

/** The label of the start button. */
export const startLabel = ({ inventoryStateId }: InventoryState) =>
  t(inventoryStateId === State.Paused ? TEXTS.goOn : TEXTS.start);

/** Why a stocktake can't be counted now. */
export function notRunningText({ inventoryStateId }: InventoryState): string {
  if (inventoryStateId === State.WaitingForStart) return t(TEXTS.notStarted);
  if (inventoryStateId === State.Paused) return t(TEXTS.paused);
  return t(TEXTS.notNow, { state: t(nameOfState(inventoryStateId)) });
}

/** Says why a stocktake can't be counted, with a button to start it. */
export function NotRunning({ inventory }: { readonly inventory: InventoryState }) {
  const { run, isBusy, problem } = useAction();
  return (
    <>
      <Problem text={problem} />
      <Banner>{notRunningText(inventory)}</Banner>
      {canStart(inventory) && (
        <Button isWide icon="count" disabled={isBusy} onClick={() => run(() => startCounting(inventory.oid))}>
          {startLabel(inventory)}
        </Button>
      )}
    </>
  );
}

const TEXTS = {
  start: msg("Start counting"),
  goOn: msg("Continue counting"),
  started: msg("The count has started."),
  notStarted: msg("Not started yet."),
  paused: msg("Paused."),
  notNow: msg("{state}. Nothing can be counted now."),
};
