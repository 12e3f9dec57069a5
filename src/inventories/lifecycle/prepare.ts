import { WrongState } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { readTree } from "../../locations/tree.ts";
import { reassignPhotos } from "../../photos/reassign-photos.ts";
import type { Tx } from "../../storage/database/statement.ts";
import { selectedLocations } from "../create-store.ts";
import type { InventoryRecord } from "../inventory.ts";
import type { Overlap } from "../shapes.ts";
import * as store from "./prepare-store.ts";

/** Stock rows per insert: a few milliseconds of work. */
const SLICE_ROWS = 2000;

interface Progress {
  readonly onProgress: (itemsCreated: number) => void;
}

/**
 * Creates the items of an inventory: one for each article at each selected location and below. Replaces earlier items.
 * Leaves out deleted and disposed articles. Throws WrongState if there is nothing to count. Takes seconds: for a worker.
 */
export function prepareItems(tx: Tx, inventory: InventoryRecord, { onProgress }: Progress): void {
  const { tenantId, oid: inventoryId } = inventory;
  const lastOld = store.lastItem.first(tx, { inventoryId })?.oid ?? null;
  if (createItems(tx, inventory, onProgress) === 0) {
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
}

/** The open inventories that expect some of the same articles at the same locations. */
export function overlapsOf(tx: Tx, { tenantId, oid }: InventoryRecord): Overlap[] {
  return store.overlaps.all(tx, { tenantId, inventoryId: oid });
}

function createItems(tx: Tx, inventory: InventoryRecord, onProgress: Progress["onProgress"]): number {
  const { tenantId, oid: inventoryId } = inventory;
  const tree = readTree(tx, tenantId);
  const selected = selectedLocations.all(tx, { tenantId, inventoryId }).map(({ locationId }) => locationId);
  let created = 0;
  for (const locationId of selected.length === 0 ? tree.ids : tree.withDescendants(selected)) {
    for (let after = 0; ; ) {
      const slice = { tenantId, locationId, after };
      const end = store.endOfSlice.first(tx, { ...slice, limit: SLICE_ROWS })?.end ?? null;
      // For empty locations too: there may be very many.
      onProgress(created);
      if (end === null) break;
      created += store.insertItems.run(tx, { ...slice, end, inventoryId, change: tx.change }).changes;
      after = end;
    }
  }
  return created;
}
