import type { DeviceKind } from "../../domain/device-kinds.ts";
import { jsonObject, object } from "../../storage/database/json.ts";
import { sqlite, statement } from "../../storage/database/statement.ts";

// Living devices as they are shown.

/** An item of the list of device tokens. */
export interface DeviceListItem {
  readonly deviceTokenId: number;
  readonly deviceName: string;
  readonly createdDT: string;
  readonly lastUsedDT: string | null;
  readonly expiresAt: string;
  readonly kind: DeviceKind;
}
export interface DeviceOfUser extends DeviceListItem {
  readonly user: { readonly id: number; readonly fullName: string };
}

const liveRows = (tenantId: number, now: string) =>
  sqlite
    .selectFrom("deviceToken as d")
    .innerJoin("user as u", "u.oid", "d.userId")
    .leftJoin("deviceUse as n", "n.deviceTokenId", "d.oid")
    .where("d.tenantId", "=", tenantId)
    .where("d.revokedDT", "is", null)
    .where("d.expiresAt", ">", now)
    .orderBy("d.oid", "desc");

/** The living devices of one user, newest first. */
export const devicesOfUser = statement((p: { tenantId: number; userId: number; now: string }) =>
  liveRows(p.tenantId, p.now)
    .where("d.userId", "=", p.userId)
    .select(({ ref }) =>
      jsonObject<DeviceListItem>({
        deviceTokenId: ref("d.oid"),
        deviceName: ref("d.deviceName"),
        createdDT: ref("d.createdDT"),
        lastUsedDT: ref("n.lastUsedDT"),
        expiresAt: ref("d.expiresAt"),
        kind: ref("d.kind"),
      }).as("json"),
    ),
);

/** The living devices of a tenant, newest first. */
export const devicesOfTenant = statement((p: { tenantId: number; now: string }) =>
  liveRows(p.tenantId, p.now).select(({ ref }) =>
    jsonObject<DeviceOfUser>({
      deviceTokenId: ref("d.oid"),
      deviceName: ref("d.deviceName"),
      createdDT: ref("d.createdDT"),
      lastUsedDT: ref("n.lastUsedDT"),
      expiresAt: ref("d.expiresAt"),
      kind: ref("d.kind"),
      user: object<DeviceOfUser["user"]>({ id: ref("u.oid"), fullName: ref("u.fullName") }),
    }).as("json"),
  ),
);

/** The device itself as it may see itself. */
export interface OwnDevice {
  readonly deviceTokenId: number;
  readonly deviceName: string;
  readonly createdDT: string;
  readonly expiresAt: string;
  readonly kind: DeviceKind;
  readonly user: { readonly id: number; readonly fullName: string };
}
export const ownDevice = statement((p: { tenantId: number; oid: number; now: string }) =>
  liveRows(p.tenantId, p.now)
    .where("d.oid", "=", p.oid)
    .select(({ ref }) =>
      jsonObject<OwnDevice>({
        deviceTokenId: ref("d.oid"),
        deviceName: ref("d.deviceName"),
        createdDT: ref("d.createdDT"),
        expiresAt: ref("d.expiresAt"),
        kind: ref("d.kind"),
        user: object<OwnDevice["user"]>({ id: ref("u.oid"), fullName: ref("u.fullName") }),
      }).as("json"),
    ),
);
