import { signal } from "@preact/signals";
import { call } from "../../api/call.ts";
import { requestAsUser, session } from "../../api/tokens.ts";
import type { Inventory } from "../../api/types/endpoints.d.ts";
import { localDb } from "../../db/database.ts";
import type { StoredInventory } from "../../db/reference-shapes.ts";
import { notifyTabs, onTabMessage } from "../../db/tab-messages.ts";
import { reportError } from "../../errors/report-error.ts";
import { followItems, itemRange } from "./items.ts";

/** The open inventories, as the server last sent them. */
export const inventories = signal<readonly StoredInventory[]>([]);

/** Loads the stored inventories, now and after writes of other tabs. */
export async function startInventories(): Promise<void> {
  onTabMessage((what) => {
    if (what === "inventories") readInventories().catch(reportError);
  });
  await readInventories();
}

/** Loads the stored inventories. */
export async function readInventories(): Promise<void> {
  const db = await localDb();
  inventories.value = await db.getAll("inventories");
}

/** Whether all items of an inventory are stored, so that it can be counted offline. */
export function isStored(oid: number): boolean {
  return inventories.value.some((one) => one.oid === oid && one.cursor !== null);
}

/**
 * Loads the open inventories, and deletes closed ones with their items. Throws ServerUnreachable, ApiError or
 * NotLoggedIn.
 */
export async function refreshInventories(): Promise<void> {
  const tenantId = session.value?.tenantId;
  if (tenantId === undefined) return;
  const received = await requestAsUser(call("GET /api/inventories"));
  const db = await localDb();
  const stored = await db.getAll("inventories");
  if (session.value?.tenantId !== tenantId) return;
  // Scans wait for a write, so it is skipped where nothing changed.
  if (
    stored.length === received.length &&
    received.every((one) => stored.some((other) => isSame(other, one)))
  )
    return;
  const tx = db.transaction(["inventories", "items"], "readwrite");
  const store = tx.objectStore("inventories");
  const known = new Map((await store.getAll()).map((one) => [one.oid, one]));
  for (const inventory of received) {
    const before = known.get(inventory.oid);
    known.delete(inventory.oid);
    if (before !== undefined && isSame(before, inventory)) continue;
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

function isSame(stored: StoredInventory, received: Inventory): boolean {
  return (Object.keys(received) as (keyof Inventory)[]).every(
    // The counter is an object.
    (name) => JSON.stringify(stored[name]) === JSON.stringify(received[name]),
  );
}

/**
 * Loads an inventory with all its items. Its changes are followed from then on. Throws ServerUnreachable,
 * ApiError or NotLoggedIn.
 */
export async function storeInventory(oid: number): Promise<void> {
  const tenantId = session.value?.tenantId;
  const received = await requestAsUser(call("GET /api/inventories/{id}", { id: oid }));
  const db = await localDb();
  const before = await db.get("inventories", oid);
  if (tenantId === undefined || session.value?.tenantId !== tenantId) return;
  const { items: _, overlaps: __, inventoryState: ___, ...inventory } = received;
  const { cursor = null, showsExpected = false } = before ?? {};
  await db.put("inventories", { ...inventory, tenantId, cursor, showsExpected });
  await followItems(oid);
  await readInventories();
  notifyTabs("inventories");
}

/**
 * Starts, pauses or finishes an inventory on the server. Throws ServerUnreachable, ApiError or NotLoggedIn.
 */
export async function changeInventoryState(
  oid: number,
  transition: "start" | "postpone" | "finish",
): Promise<void> {
  await requestAsUser(call(`PUT /api/inventories/{id}/${transition}`, { id: oid }));
  await refreshInventories();
}
