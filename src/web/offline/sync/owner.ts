import { beforeSession, session } from "../../api/tokens.ts";
import { localDb } from "../../db/database.ts";
import { notifyTabs } from "../../db/tab-messages.ts";
import { draftRange, pictureRange, readingRange, type StoredSession, tagRange } from "../../db/values.ts";
import { responseRange } from "../../query/stored-responses.ts";
import { readHasArticles } from "./article-index.ts";
import { readCustody } from "./custody.ts";
import { itemRange, readInventories } from "./inventories.ts";
import { readLocations } from "./locations.ts";

const SERVER_STORES = ["articles", "articleKeys", "incoming", "locations", "inventories", "items"] as const;

/** Deletes all stored records of the server. Local operations stay. */
export async function forgetRecords(): Promise<void> {
  const db = await localDb();
  const tx = db.transaction([...SERVER_STORES, "values" as const], "readwrite");
  for (const name of SERVER_STORES) void tx.objectStore(name).clear();
  const values = tx.objectStore("values");
  for (const name of ["owner", "articles", "locations", "custody"] as const) void values.delete(name);
  void values.delete(responseRange());
  void values.delete(pictureRange());
  void values.delete(tagRange());
  void values.delete(readingRange());
  await tx.done;
  await Promise.all([readInventories(), readLocations(), readHasArticles(), readCustody()]);
  notifyTabs("values");
  for (const what of ["articles", "locations", "inventories", "items"] as const) notifyTabs(what);
}

/** Deletes all stored records of another server, and what users have typed for it. Local operations stay. */
export async function forgetServer(tenantId: number): Promise<void> {
  const db = await localDb();
  await db.delete("values", draftRange());
  await forgetRecords();
  await db.put("values", { tenantId }, "owner");
}

/** Deletes the records of another tenant before this one's are loaded. */
async function setOwner(tenantId: number): Promise<void> {
  const db = await localDb();
  const owner = (await db.get("values", "owner")) as { readonly tenantId: number } | undefined;
  if (owner?.tenantId === tenantId) return;
  await forgetRecords();
  await db.put("values", { tenantId }, "owner");
}

/**
 * Removes expected quantities of blind counts, stored for an earlier user, when the current user may not see
 * them. The server does not send them to this user.
 */
async function hideExpected(): Promise<void> {
  const db = await localDb();
  const visibleInventories = (await db.getAll("inventories")).filter(
    ({ isBlind, showsExpected }) => isBlind && showsExpected,
  );
  for (const { oid } of visibleInventories) {
    const tx = db.transaction(["inventories", "items"], "readwrite");
    const inventory = await tx.objectStore("inventories").get(oid);
    const items = tx.objectStore("items");
    for (const item of await items.getAll(itemRange(oid))) {
      const { quantity: _, movedQuantity: __, movedBeforeCount: ___, result: ____, ...visible } = item;
      void items.put(visible);
    }
    if (inventory !== undefined)
      void tx.objectStore("inventories").put({ ...inventory, showsExpected: false });
    await tx.done;
  }
  if (visibleInventories.length === 0) return;
  await readInventories();
  notifyTabs("items");
}

/** Adapts the stored records to each new login before it is shown. Throws errors of the storage. */
export async function guardRecords(): Promise<void> {
  beforeSession(adaptRecords);
  if (session.value !== null) await adaptRecords(session.value);
}

async function adaptRecords({ tenantId, roles }: StoredSession): Promise<void> {
  await setOwner(tenantId);
  if (!roles.some((role) => role === "Manager" || role === "Admin")) await hideExpected();
}
