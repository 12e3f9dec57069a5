import { WrongState } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import { readTree } from "../../locations/tree.ts";
import { reassignPhotos } from "../../photos/reassign-photos.ts";
import type { Tx } from "../../storage/database/statement.ts";
import { selectedLocations } from "../create-store.ts";
import { applyTransition, type InventoryRecord } from "../inventory.ts";
import type { Overlap } from "../shapes.ts";
import * as store from "./prepare-store.ts";

/** Places that one statement makes items of: a few milliseconds of work. */
const SLICE = 2000;

/**
 * Makes the items of an inventory anew, one for each article at each of the chosen places and below, and moves it to Waiting
 * for start; gives the open inventories that expect some of the same. Articles that are deleted or disposed of are left
 * out. Throws WrongState from other states, and where nothing is at the places. For a thread: it may take seconds.
 */
export function prepareInventory(
  tx: Tx,
  inventory: InventoryRecord,
  { userId }: Principal,
  tell: (itemsMade: number) => void,
): Overlap[] {
  const { tenantId, oid: inventoryId } = inventory;
  applyTransition(tx, inventory, "prepare", userId);
  const lastOld = store.lastItem.first(tx, { inventoryId })?.oid ?? null;
  if (makeItems(tx, inventory, tell) === 0) {
    throw new WrongState(
      msg(
        "There are no articles at the selected locations. Select other locations.",
        "Ve vybraných umístěních nejsou žádné artikly. Vyberte jiná umístění.",
      ),
    );
  }
  if (lastOld !== null) {
    reassignPhotos(tx, { inventoryId, lastOld });
    store.recordRemovedItems.run(tx, { inventoryId, lastOld, change: tx.change });
    store.deleteItems.run(tx, { inventoryId, lastOld });
  }
  store.setPrepared.run(tx, { tenantId, oid: inventoryId, change: tx.change });
  return store.overlaps.all(tx, { tenantId, inventoryId });
}

function makeItems(tx: Tx, inventory: InventoryRecord, tell: (itemsMade: number) => void): number {
  const { tenantId, oid: inventoryId } = inventory;
  const tree = readTree(tx, tenantId);
  const places = selectedLocations.all(tx, { tenantId, inventoryId }).map(({ locationId }) => locationId);
  let made = 0;
  for (const locationId of places.length === 0 ? tree.ids : tree.withAllBelow(places)) {
    for (let after = 0; ; ) {
      const slice = { tenantId, locationId, after };
      const end = store.endOfSlice.first(tx, { ...slice, most: SLICE })?.end ?? null;
      // Where nothing is too: there may be very many such places.
      tell(made);
      if (end === null) break;
      made += store.insertItems.run(tx, { ...slice, end, inventoryId, change: tx.change }).changes;
      after = end;
    }
  }
  return made;
}
