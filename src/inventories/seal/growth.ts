import { inventoryPhotoSizes } from "../../photos/photo.ts";
import type { Db } from "../../storage/database/statement.ts";
import * as store from "./store.ts";

// What the sealed records of all tenants mean for the server. Times are ISO 8601.

/** The last sum of each database. Consoles ask for it all the time, and all photos are read for it. */
const known = new WeakMap<Db, { readonly of: string; readonly bytes: number }>();

/** Bytes of the records that were sealed after a day, and of the photos of their stocktakes. */
export function recordBytesSince(db: Db, day: string): number {
  const of = `${day} ${store.newestSeal.first(db, {})?.oid}`;
  const last = known.get(db);
  if (last?.of === of) return last.bytes;
  const bytes = readBytesSince(db, day);
  known.set(db, { of, bytes });
  return bytes;
}

function readBytesSince(db: Db, since: string): number {
  const seals = store.sealsSince.all(db, { since });
  const photos = [...Map.groupBy(seals, ({ tenantId }) => tenantId)].flatMap(([tenantId, own]) => {
    const ids = own.map(({ inventoryId }) => inventoryId);
    return Array.from(inventoryPhotoSizes(db, tenantId, ids).values());
  });
  return [...seals.map(({ bytes }) => bytes), ...photos].reduce((sum, bytes) => sum + bytes, 0);
}

/** The number of stocktakes that were closed before a time and get a record, but have none. */
export const countUnsealed = (db: Db, before: string): number =>
  store.unsealedBefore.all(db, { before }).length;
