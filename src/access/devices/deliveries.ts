import { sql } from "kysely";
import { type Db, sqlite, statement, type Tx } from "../../storage/database/statement.ts";

// Where HTTPS is required, a device that was last used over plain HTTP may have unsent counts in the browser storage of the
// HTTP address, which pages of the HTTPS address can't read. It may send them over plain HTTP until it reports none.

/** The uses (`n`) of devices that may still send counts over plain HTTP. */
export const delivering = () =>
  sqlite
    .selectFrom("deviceUse as n")
    // Null: unknown, for devices that were last used before this was recorded.
    .where((where) => where.or([where("n.isOverHttp", "is", null), where("n.isOverHttp", "=", 1)]))
    .where((where) => where.or([where("n.unsent", "is", null), where("n.unsent", ">", 0)]));
const one = statement((p: { deviceTokenId: number }) =>
  delivering().where("n.deviceTokenId", "=", p.deviceTokenId).select("n.deviceTokenId"),
);
const any = statement((p: { now: string }) =>
  delivering()
    .innerJoin("deviceToken as d", "d.oid", "n.deviceTokenId")
    .where("d.revokedDT", "is", null)
    .where("d.expiresAt", ">", p.now)
    .limit(sql.lit(1))
    .select("n.deviceTokenId"),
);
const setUnsent = statement((p: { deviceTokenId: number; unsent: number }) =>
  sqlite.updateTable("deviceUse").set({ unsent: p.unsent }).where("deviceTokenId", "=", p.deviceTokenId),
);

/** True while an active device may still send counts over plain HTTP. */
export function mayDeliver(db: Db, deviceTokenId: number): boolean {
  return one.first(db, { deviceTokenId }) !== null;
}

/** True while any active device of any tenant may send counts over plain HTTP. `now`: ms since 1970. */
export function isAnyDelivering(db: Db, now: number): boolean {
  return any.first(db, { now: new Date(now).toISOString() }) !== null;
}

/** Saves the number of unsent counts that a device reports. With 0 it may no longer send over plain HTTP. */
export function saveUnsent(tx: Tx, deviceTokenId: number, unsent: number): void {
  setUnsent.run(tx, { deviceTokenId, unsent });
}
