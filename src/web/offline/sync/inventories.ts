import { signal } from "@preact/signals";
import type { Inventory, InventoryDetail } from "../../../inventories/shapes.ts";
import { askAsUser, session } from "../../api/tokens.ts";
import { kept } from "../../db/database.ts";
import type { KeptInventory } from "../../db/reference-shapes.ts";
import { onOtherTab, tell } from "../../db/tab-messages.ts";
import { surface } from "../../errors/report-error.ts";
import { followItems, itemRange } from "./items.ts";

/** The open inventories, as the box told of them last. */
export const inventories = signal<readonly KeptInventory[]>([]);

/** Reads the kept ones, now and whenever another tab has written them. */
export async function startInventories(): Promise<void> {
  onOtherTab((what) => {
    if (what === "inventories") readInventories().catch(surface);
  });
  await readInventories();
}

/** Reads the kept ones. */
export async function readInventories(): Promise<void> {
  const db = await kept();
  inventories.value = await db.getAll("inventories");
}

/** All its items are here, so that it can be counted without the box. */
export function isKept(oid: number): boolean {
  return inventories.value.some((one) => one.oid === oid && one.cursor !== null);
}

/** Brings the list of the open ones; what is over goes with its items. Throws BoxAway, Refused or NotLoggedIn. */
export async function refreshInventories(): Promise<void> {
  const tenantId = session.value?.tenantId;
  if (tenantId === undefined) return;
  const told = await askAsUser<Inventory[]>("/api/inventories");
  const db = await kept();
  const kepts = await db.getAll("inventories");
  if (session.value?.tenantId !== tenantId) return;
  // What is written makes a scan wait.
  if (kepts.length === told.length && told.every((one) => kepts.some((other) => isLike(other, one)))) return;
  const tx = db.transaction(["inventories", "items"], "readwrite");
  const store = tx.objectStore("inventories");
  const known = new Map((await store.getAll()).map((one) => [one.oid, one]));
  for (const inventory of told) {
    const before = known.get(inventory.oid);
    known.delete(inventory.oid);
    if (before !== undefined && isLike(before, inventory)) continue;
    const { cursor = null, locationIds = [], showsExpected = false } = before ?? {};
    void store.put({ ...inventory, tenantId, cursor, locationIds, showsExpected });
  }
  for (const oid of known.keys()) {
    void store.delete(oid);
    void tx.objectStore("items").delete(itemRange(oid));
  }
  await tx.done;
  await readInventories();
  tell("inventories");
}

function isLike(kept: KeptInventory, told: Inventory): boolean {
  return (Object.keys(told) as (keyof Inventory)[]).every((name) => kept[name] === told[name]);
}

/** Brings an inventory with all its items, and follows it from then on. Throws BoxAway, Refused or NotLoggedIn. */
export async function keepInventory(oid: number): Promise<void> {
  const tenantId = session.value?.tenantId;
  const told = await askAsUser<InventoryDetail>(`/api/inventories/${oid}`);
  const db = await kept();
  const before = await db.get("inventories", oid);
  if (tenantId === undefined || session.value?.tenantId !== tenantId) return;
  const { items: _, overlaps: __, inventoryState: ___, ...inventory } = told;
  const { cursor = null, showsExpected = false } = before ?? {};
  await db.put("inventories", { ...inventory, tenantId, cursor, showsExpected });
  await followItems(oid);
  await readInventories();
  tell("inventories");
}

/** Starts, pauses or finishes an inventory: the box must be there. Throws BoxAway, Refused (its words say why not) or NotLoggedIn. */
export async function inventoryMove(oid: number, move: "start" | "postpone" | "finish"): Promise<void> {
  await askAsUser<InventoryDetail>(`/api/inventories/${oid}/${move}`, { method: "PUT" });
  await refreshInventories();
}
