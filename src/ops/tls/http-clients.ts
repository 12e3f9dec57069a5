import { sql } from "kysely";
import { delivering } from "../../access/devices/deliveries.ts";
import type { DeviceKind } from "../../domain/device-kinds.ts";
import { isOpen, pendingOfDevice } from "../../inventories/counting/count-sql.ts";
import { type Db, sqlite, statement } from "../../storage/database/statement.ts";

/** A device that may hold counts in the storage of the HTTP address. */
export interface HttpDevice {
  readonly deviceTokenId: number;
  readonly deviceName: string;
  readonly kind: DeviceKind;
  readonly lastUsedDT: string;
  /** False: it is not known how it was last used. */
  readonly isOverHttp: boolean;
  readonly unsent: number;
}

/** A person whose phone is not paired and has reported unsent counts. */
export interface UnpairedPhone {
  readonly user: { readonly id: number; readonly fullName: string };
  readonly unsent: number;
  readonly at: string;
}

/** Who would be affected by requiring HTTPS, or still is. */
export interface HttpClients {
  readonly devices: HttpDevice[];
  /** Of all other tenants. */
  readonly others: { readonly devices: number; readonly unsent: number };
  readonly phones: UnpairedPhone[];
}

/** What the device said last, since HTTPS is required or with its counts. */
const unsent = sql<number>`ifnull(n.unsent, ${pendingOfDevice})`;

const living = (now: string) =>
  delivering()
    .innerJoin("deviceToken as d", "d.oid", "n.deviceTokenId")
    .where("d.revokedDT", "is", null)
    .where("d.expiresAt", ">", now);

/** The living devices of a tenant that were last used over plain HTTP, or it is not known how; newest first. */
const devices = statement((p: { tenantId: number; now: string }) =>
  living(p.now)
    .where("d.tenantId", "=", p.tenantId)
    .orderBy("d.oid", "desc")
    .select(["d.oid as deviceTokenId", "d.deviceName", "d.kind", "n.lastUsedDT", "n.isOverHttp"])
    .select(unsent.as("unsent")),
);

const devicesOfOthers = statement((p: { tenantId: number; now: string }) =>
  living(p.now)
    .where("d.tenantId", "<>", p.tenantId)
    .select([sql<number>`count(*)`.as("devices"), sql<number>`ifnull(sum(${unsent}), 0)`.as("unsent")]),
);

const phones = statement((p: { tenantId: number }) =>
  sqlite
    .selectFrom("countingTerminal as t")
    .innerJoin("inventory as v", "v.oid", "t.inventoryId")
    .innerJoin("user as u", "u.oid", "t.userId")
    .where("t.tenantId", "=", p.tenantId)
    .where("t.deviceTokenId", "is", null)
    .where("t.pending", ">", 0)
    .where(isOpen)
    .groupBy("u.oid")
    .orderBy("u.oid")
    .select(({ ref }) => [
      "u.oid as userId",
      "u.fullName",
      sql<number>`sum(${ref("t.pending")})`.as("unsent"),
      sql<string>`max(${ref("t.at")})`.as("at"),
    ]),
);

/** Who of a tenant would be affected, with names, and how many of the others. `now`: ISO 8601. */
export function listHttpClients(db: Db, tenantId: number, now: string): HttpClients {
  const of = { tenantId, now };
  return {
    devices: devices.all(db, of).map((one) => ({ ...one, isOverHttp: one.isOverHttp === 1 })),
    others: devicesOfOthers.first(db, of) ?? { devices: 0, unsent: 0 },
    phones: phones
      .all(db, { tenantId })
      .map(({ userId: id, fullName, unsent, at }) => ({ user: { id, fullName }, unsent, at })),
  };
}
