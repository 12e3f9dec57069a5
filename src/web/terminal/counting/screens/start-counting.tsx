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
  announce(t(msg("The count has started.")));
}

/** The label of the start button. */
export const startLabel = ({ inventoryStateId }: InventoryState) =>
  t(inventoryStateId === State.Paused ? msg("Continue counting") : msg("Start counting"));

/** Why a stocktake can't be counted now. */
export function notRunningText({ inventoryStateId }: InventoryState): string {
  if (inventoryStateId === State.WaitingForStart) return t(msg("Not started yet."));
  if (inventoryStateId === State.Paused) return t(msg("Paused."));
  return t(msg("{state}. Nothing can be counted now."), { state: t(nameOfState(inventoryStateId)) });
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
