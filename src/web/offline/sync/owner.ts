import { beforeSession, session } from "../../api/tokens.ts";
import { localDb } from "../../db/database.ts";
import { notifyTabs } from "../../db/tab-messages.ts";
import type { StoredSession } from "../../db/values.ts";
import { allAnswers } from "../../query/stored-responses.ts";
import { lookForArticles } from "./article-changes.ts";
import { keysChanged } from "./article-keys.ts";
import { readInventories } from "./inventories.ts";
import { itemRange } from "./items.ts";
import { readPlaces } from "./locations.ts";
import { allPictures } from "./pictures.ts";

const OF_THE_BOX = ["articles", "articleKeys", "incoming", "locations", "inventories", "items"] as const;

/** Takes away all that is kept of the server's records; what was done here stays. */
export async function forgetRecords(): Promise<void> {
  const db = await localDb();
  const tx = db.transaction([...OF_THE_BOX, "values" as const], "readwrite");
  for (const name of OF_THE_BOX) void tx.objectStore(name).clear();
  const values = tx.objectStore("values");
  for (const name of ["owner", "articles", "locations"] as const) void values.delete(name);
  void values.delete(allAnswers());
  void values.delete(allPictures());
  await tx.done;
  keysChanged();
  await Promise.all([readInventories(), readPlaces(), lookForArticles()]);
  for (const what of ["articles", "places", "inventories", "items"] as const) notifyTabs(what);
}

/** The records of one tenant are never mixed with, or shown to, another one's users: they go first. */
export async function belongTo(tenantId: number): Promise<void> {
  const db = await localDb();
  const owner = (await db.get("values", "owner")) as { readonly tenantId: number } | undefined;
  if (owner?.tenantId === tenantId) return;
  await forgetRecords();
  await db.put("values", { tenantId }, "owner");
}

/**
 * Hides from a user who may not see it what is expected in blind counts: somebody who may was here before. The server leaves it
 * out of what it tells this user; here it is taken out of what was told already.
 */
async function hideExpected(): Promise<void> {
  const db = await localDb();
  const seen = (await db.getAll("inventories")).filter(
    ({ isBlind, showsExpected }) => isBlind && showsExpected,
  );
  for (const { oid } of seen) {
    const tx = db.transaction(["inventories", "items"], "readwrite");
    const inventory = await tx.objectStore("inventories").get(oid);
    const items = tx.objectStore("items");
    for (const item of await items.getAll(itemRange(oid))) {
      const { quantity: _, movedQuantity: __, result: ___, ...left } = item;
      void items.put(left);
    }
    if (inventory !== undefined)
      void tx.objectStore("inventories").put({ ...inventory, showsExpected: false });
    await tx.done;
  }
  if (seen.length === 0) return;
  await readInventories();
  notifyTabs("items");
}

/** From now on what is kept fits whoever is logged in, before they see anything. Throws what the storage throws. */
export async function guardRecords(): Promise<void> {
  beforeSession(fitRecords);
  if (session.value !== null) await fitRecords(session.value);
}

async function fitRecords({ tenantId, roles }: StoredSession): Promise<void> {
  await belongTo(tenantId);
  if (!roles.some((role) => role === "Manager" || role === "Admin")) await hideExpected();
}
