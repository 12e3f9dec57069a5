import { sql } from "kysely";
import { type Db, sqlite, statement, type Tx } from "../../storage/database/statement.ts";
import { updateTable } from "../../storage/database/table-statements.ts";

// Where HTTPS is required, a device that was last used over plain HTTP may have unsent counts in the browser storage of the
// HTTP address, which pages of the HTTPS address can't read. A shared terminal may send them over plain HTTP until it reports
// none. A personal device may not: its token acts as its owner.

/** The uses (`n`) of devices that may still have unsent counts in the storage of the HTTP address. */
export const usesWithUnsentCounts = () =>
  sqlite
    .selectFrom("deviceUse as n")
    // Null: unknown, for devices that were last used before this was recorded.
    .where((where) => where.or([where("n.isOverHttp", "is", null), where("n.isOverHttp", "=", 1)]))
    .where((where) => where.or([where("n.unsent", "is", null), where("n.unsent", ">", 0)]));
const ofTerminals = () =>
  usesWithUnsentCounts()
    .innerJoin("deviceToken as d", "d.oid", "n.deviceTokenId")
    .where("d.kind", "=", "terminal");
const one = statement((p: { deviceTokenId: number }) =>
  ofTerminals().where("n.deviceTokenId", "=", p.deviceTokenId).select("n.deviceTokenId"),
);
const any = statement((p: { now: string }) =>
  ofTerminals()
    .where("d.revokedDT", "is", null)
    .where("d.expiresAt", ">", p.now)
    .limit(sql.lit(1))
    .select("n.deviceTokenId"),
);
const setUnsent = updateTable("deviceUse", { set: ["unsent"], where: ["deviceTokenId"] });

/** True while a device is a shared terminal that may have unsent counts. */
export function mayDeliver(db: Db, deviceTokenId: number): boolean {
  return one.first(db, { deviceTokenId }) !== null;
}

/** True while any active shared terminal of any tenant may have unsent counts. `now`: ms since 1970. */
export function isAnyDelivering(db: Db, now: number): boolean {
  return any.first(db, { now: new Date(now).toISOString() }) !== null;
}

/** Saves the number of unsent counts that a device reports. With 0 it may no longer send over plain HTTP. */
export function saveUnsent(tx: Tx, deviceTokenId: number, unsent: number): void {
  setUnsent.run(tx, { deviceTokenId, unsent });
}
