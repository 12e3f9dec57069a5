import { State } from "../../inventories/states.ts";
import type { KeptInventory } from "../kept/reference-shapes.ts";
import { entriesIn } from "./entries.ts";
import { changeEntries } from "./write.ts";

/** What came late to a stocktake is counted when it is reopened: then nobody need look at it any more. */
export async function settleLate(inventories: readonly KeptInventory[]): Promise<void> {
  const reopened = new Set(
    inventories.filter(({ inventoryStateId }) => inventoryStateId === State.InProgress).map(({ oid }) => oid),
  );
  const settled = (await entriesIn("late")).filter(({ inventoryId }) => reopened.has(inventoryId));
  if (settled.length === 0) return;
  await changeEntries(
    settled.map(({ seq }) => seq),
    (entry) => (entry.state === "late" ? { ...entry, state: "sent" } : null),
  );
}
