import { useEffect } from "preact/hooks";
import { connection } from "../../../api/connection.ts";
import type { StoredInventory } from "../../../db/reference-shapes.ts";
import { inventories, isStored, storeInventory } from "../../../offline/sync/inventories.ts";
import { useAction } from "../../../ui/use-action.tsx";

/** An inventory with all its items. */
export interface LoadedInventory {
  /** Null: unknown, or over. */
  readonly inventory: StoredInventory | null;
  /** All its items are stored, so it can be counted. */
  readonly isLoaded: boolean;
  /** Why they could not be loaded. */
  readonly problem: string | null;
}

/** The inventory of a screen. Missing items are loaded. */
export function useInventory(oid: number): LoadedInventory {
  const inventory = inventories.value.find((one) => one.oid === oid) ?? null;
  const isLoaded = isStored(oid);
  const isKnown = inventory !== null;
  const { run, problem } = useAction();
  useEffect(() => {
    if (isKnown && !isLoaded) run(() => storeInventory(oid));
  }, [oid, isKnown, isLoaded]);
  useEffect(() => {
    // A failed load is retried when the server responds.
    if (connection.value === "there" && isKnown && !isLoaded && problem !== null)
      run(() => storeInventory(oid));
  }, [connection.value]);
  return { inventory, isLoaded, problem: isLoaded ? null : problem };
}
