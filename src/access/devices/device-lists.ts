import { sql } from "kysely";
import type { DeviceKind } from "../../domain/principal.ts";
import { jsonObject, object } from "../../storage/database/json.ts";
import { sqlite, statement } from "../../storage/database/statement.ts";

// Lists of active devices: neither revoked nor expired.

/** An item of the list of device tokens. */
interface DeviceListItem {
  readonly deviceTokenId: number;
  readonly deviceName: string;
  readonly createdDT: string;
  readonly lastUsedDT: string | null;
  readonly expiresAt: string;
  readonly kind: DeviceKind;
}
interface DeviceOfUser extends DeviceListItem {
  readonly user: { readonly id: number; readonly fullName: string };
}

const activeDevices = (tenantId: number, now: string) =>
  sqlite
    .selectFrom("deviceToken as d")
    .innerJoin("user as u", "u.oid", "d.userId")
    .leftJoin("deviceUse as n", "n.deviceTokenId", "d.oid")
    .where("d.tenantId", "=", tenantId)
    .where("d.revokedDT", "is", null)
    .where("d.expiresAt", ">", now)
    .orderBy("d.oid", "desc");

const listItem = () => ({
  deviceTokenId: sql.ref<number>("d.oid"),
  deviceName: sql.ref<string>("d.deviceName"),
  createdDT: sql.ref<string>("d.createdDT"),
  lastUsedDT: sql.ref<string | null>("n.lastUsedDT"),
  expiresAt: sql.ref<string>("d.expiresAt"),
  kind: sql.ref<DeviceKind>("d.kind"),
});
const owner = () => object<DeviceOfUser["user"]>({ id: sql.ref("u.oid"), fullName: sql.ref("u.fullName") });

/** The active devices of one user, newest first. */
export const devicesOfUser = statement((p: { tenantId: number; userId: number; now: string }) =>
  activeDevices(p.tenantId, p.now)
    .where("d.userId", "=", p.userId)
    .select(jsonObject<DeviceListItem>(listItem()).as("json")),
);

/** The active devices of a tenant, newest first. */
export const devicesOfTenant = statement((p: { tenantId: number; now: string }) =>
  activeDevices(p.tenantId, p.now).select(
    jsonObject<DeviceOfUser>({ ...listItem(), user: owner() }).as("json"),
  ),
);

/** A device as its own token may read it. */
type OwnDevice = Omit<DeviceOfUser, "lastUsedDT">;
const ownItem = () => {
  const { lastUsedDT: _, ...item } = listItem();
  return { ...item, user: owner() };
};
export const ownDevice = statement((p: { tenantId: number; oid: number; now: string }) =>
  activeDevices(p.tenantId, p.now)
    .where("d.oid", "=", p.oid)
    .select(jsonObject<OwnDevice>(ownItem()).as("json")),
);
