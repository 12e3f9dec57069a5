import { signal } from "@preact/signals";
import { askAsUser, session } from "../../api/tokens.ts";
import type { Inventory, InventoryDetail } from "../../api/types/endpoints.d.ts";
import { localDb } from "../../db/database.ts";
import type { StoredInventory } from "../../db/reference-shapes.ts";
import { notifyTabs, onTabMessage } from "../../db/tab-messages.ts";
import { reportError } from "../../errors/report-error.ts";
import { followItems, itemRange } from "./items.ts";

/** The open inventories, as the server told of them last. */
export const inventories = signal<readonly StoredInventory[]>([]);

/** Reads the kept ones, now and whenever another tab has written them. */
export async function startInventories(): Promise<void> {
  onTabMessage((what) => {
    if (what === "inventories") readInventories().catch(reportError);
  });
  await readInventories();
}

/** Reads the kept ones. */
export async function readInventories(): Promise<void> {
  const db = await localDb();
  inventories.value = await db.getAll("inventories");
}

/** All its items are here, so that it can be counted without the server. */
export function isStored(oid: number): boolean {
  return inventories.value.some((one) => one.oid === oid && one.cursor !== null);
}

/** Brings the list of the open ones; what is over goes with its items. Throws ServerUnreachable, ApiError or NotLoggedIn. */
export async function refreshInventories(): Promise<void> {
  const tenantId = session.value?.tenantId;
  if (tenantId === undefined) return;
  const told = await askAsUser<Inventory[]>("/api/inventories");
  const db = await localDb();
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
  notifyTabs("inventories");
}

function isLike(localDb: StoredInventory, told: Inventory): boolean {
  return (Object.keys(told) as (keyof Inventory)[]).every((name) => localDb[name] === told[name]);
}

/** Brings an inventory with all its items, and follows it from then on. Throws ServerUnreachable, ApiError or NotLoggedIn. */
export async function storeInventory(oid: number): Promise<void> {
  const tenantId = session.value?.tenantId;
  const told = await askAsUser<InventoryDetail>(`/api/inventories/${oid}`);
  const db = await localDb();
  const before = await db.get("inventories", oid);
  if (tenantId === undefined || session.value?.tenantId !== tenantId) return;
  const { items: _, overlaps: __, inventoryState: ___, ...inventory } = told;
  const { cursor = null, showsExpected = false } = before ?? {};
  await db.put("inventories", { ...inventory, tenantId, cursor, showsExpected });
  await followItems(oid);
  await readInventories();
  notifyTabs("inventories");
}

/** Starts, pauses or finishes an inventory: the server must be there. Throws ServerUnreachable, ApiError (its words say why not) or NotLoggedIn. */
export async function inventoryMove(oid: number, move: "start" | "postpone" | "finish"): Promise<void> {
  await askAsUser<InventoryDetail>(`/api/inventories/${oid}/${move}`, { method: "PUT" });
  await refreshInventories();
}
