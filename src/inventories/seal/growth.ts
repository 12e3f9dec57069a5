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

/** A record takes seconds. One that takes longer than this is overdue. */
const SEALED_WITHIN_MS = 3_600_000;

/** What was closed before this time must have its record. `now`: milliseconds. */
export const overdueBefore = (now: number): string => new Date(now - SEALED_WITHIN_MS).toISOString();

const listUnsealed = (db: Db, now: number) => store.unsealedBefore.all(db, { before: overdueBefore(now) });
/** The number of stocktakes whose record is overdue. `now`: milliseconds. */
export const countUnsealed = (db: Db, now: number): number => listUnsealed(db, now).length;
/** Whether the record of a stocktake is overdue. `now`: milliseconds. */
export const isUnsealed = (db: Db, inventoryId: number, now: number): boolean =>
  listUnsealed(db, now).some(({ oid }) => oid === inventoryId);
