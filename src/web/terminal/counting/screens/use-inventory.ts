import { useEffect } from "preact/hooks";
import { connection } from "../../../api/connection.ts";
import type { StoredInventory } from "../../../db/reference-shapes.ts";
import { inventories, isStored, storeInventory } from "../../../offline/sync/inventories.ts";
import { useAction } from "../../../ui/use-action.tsx";

/** An inventory with all its items. */
export interface HereInventory {
  /** Null: the server has not told of it, or it is over. */
  readonly inventory: StoredInventory | null;
  /** All its items are here: it can be counted. */
  readonly isHere: boolean;
  /** Why they could not be brought. */
  readonly problem: string | null;
}

/** The inventory of a screen's address; its items are brought where they are not here yet. */
export function useInventory(oid: number): HereInventory {
  const inventory = inventories.value.find((one) => one.oid === oid) ?? null;
  const isHere = isStored(oid);
  const isKnown = inventory !== null;
  const { run, problem } = useAction();
  useEffect(() => {
    if (isKnown && !isHere) run(() => storeInventory(oid));
  }, [oid, isKnown, isHere]);
  useEffect(() => {
    // What failed without a connection is tried again with it.
    if (connection.value === "there" && isKnown && !isHere && problem !== null)
      run(() => storeInventory(oid));
  }, [connection.value]);
  return { inventory, isHere, problem: isHere ? null : problem };
}
