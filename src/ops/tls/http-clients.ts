import { sql } from "kysely";
import { usesWithUnsentCounts } from "../../access/devices/deliveries.ts";
import type { DeviceKind } from "../../domain/principal.ts";
import { isOpen, pendingOfDevice } from "../../inventories/counting/count-sql.ts";
import { type Db, sqlite, statement } from "../../storage/database/statement.ts";

/** A device that may have unsent counts in the storage of the HTTP address. */
interface HttpDevice {
  readonly deviceTokenId: number;
  readonly deviceName: string;
  readonly kind: DeviceKind;
  readonly lastUsedDT: string;
  /** False: its last transport is unknown. */
  readonly isOverHttp: boolean;
  readonly unsent: number;
}

/** A user whose phone is not paired and has reported unsent counts. */
interface UnpairedPhone {
  readonly user: { readonly id: number; readonly fullName: string };
  readonly unsent: number;
  readonly at: string;
}

/** Clients that still use plain HTTP. */
interface HttpClients {
  readonly devices: HttpDevice[];
  /** Sums of all other tenants. */
  readonly others: { readonly devices: number; readonly unsent: number };
  readonly phones: UnpairedPhone[];
}

/** Unsent counts that the device reported last: since HTTPS is required, or with its counts. */
const unsent = sql<number>`ifnull(n.unsent, ${pendingOfDevice})`;

const activeDevices = (now: string) =>
  usesWithUnsentCounts()
    .innerJoin("deviceToken as d", "d.oid", "n.deviceTokenId")
    .where("d.revokedDT", "is", null)
    .where("d.expiresAt", ">", now);

/** The active devices of a tenant whose last transport was plain HTTP or is unknown; newest first. */
const devices = statement((p: { tenantId: number; now: string }) =>
  activeDevices(p.now)
    .where("d.tenantId", "=", p.tenantId)
    .orderBy("d.oid", "desc")
    .select(["d.oid as deviceTokenId", "d.deviceName", "d.kind", "n.lastUsedDT", "n.isOverHttp"])
    .select(unsent.as("unsent")),
);

const devicesOfOthers = statement((p: { tenantId: number; now: string }) =>
  activeDevices(p.now)
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

/** Lists the HTTP clients of a tenant with names, and counts those of other tenants. `now`: ISO 8601. */
export function listHttpClients(db: Db, tenantId: number, now: string): HttpClients {
  const parameters = { tenantId, now };
  return {
    devices: devices
      .all(db, parameters)
      .map((device) => ({ ...device, isOverHttp: device.isOverHttp === 1 })),
    others: devicesOfOthers.first(db, parameters) ?? { devices: 0, unsent: 0 },
    phones: phones
      .all(db, { tenantId })
      .map(({ userId: id, fullName, unsent, at }) => ({ user: { id, fullName }, unsent, at })),
  };
}
