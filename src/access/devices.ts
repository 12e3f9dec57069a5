import { createHash, randomBytes } from "node:crypto";
import { jsonObject, object } from "../storage/json.ts";
import { type Db, sqlite, statement, type Tx } from "../storage/statement.ts";

/** A living device token. */
export interface Device {
  readonly oid: number;
  readonly tenantId: number;
  readonly userId: number;
  readonly deviceName: string;
  readonly expiresAt: string;
}

/** An item of the list of device tokens. */
export interface DeviceListItem {
  readonly deviceTokenId: number;
  readonly deviceName: string;
  readonly createdDT: string;
  readonly lastUsedDT: string | null;
  readonly expiresAt: string;
}
export interface DeviceOfUser extends DeviceListItem {
  readonly user: { readonly id: number; readonly fullName: string };
}

const living = () =>
  sqlite
    .selectFrom("deviceToken")
    .select(["oid", "tenantId", "userId", "deviceName", "expiresAt", "change"])
    .where("revokedDT", "is", null);
const byId = statement((p: { oid: number; now: string }) =>
  living().where("oid", "=", p.oid).where("expiresAt", ">", p.now),
);
const byHash = statement((p: { tokenHash: Buffer; now: string }) =>
  living().where("tokenHash", "=", p.tokenHash).where("expiresAt", ">", p.now),
);
const ofTenant = statement((p: { oid: number; tenantId: number }) =>
  living().where("oid", "=", p.oid).where("tenantId", "=", p.tenantId),
);
const insert = statement(
  (p: {
    tenantId: number;
    userId: number;
    deviceName: string;
    tokenHash: Buffer;
    now: string;
    expiresAt: string;
    change: number;
  }) =>
    sqlite.insertInto("deviceToken").values({
      tenantId: p.tenantId,
      userId: p.userId,
      deviceName: p.deviceName,
      tokenHash: p.tokenHash,
      createdDT: p.now,
      expiresAt: p.expiresAt,
      change: p.change,
    }),
);
const rename = statement((p: { oid: number; deviceName: string }) =>
  sqlite.updateTable("deviceToken").set({ deviceName: p.deviceName }).where("oid", "=", p.oid),
);
const markUsed = statement((p: { oid: number; now: string }) =>
  sqlite.updateTable("deviceToken").set({ lastUsedDT: p.now }).where("oid", "=", p.oid),
);
const markRevoked = statement((p: { oid: number; now: string; change: number }) =>
  sqlite.updateTable("deviceToken").set({ revokedDT: p.now, change: p.change }).where("oid", "=", p.oid),
);
const noteUser = statement((p: { deviceTokenId: number; userId: number; tenantId: number; at: string }) =>
  sqlite
    .insertInto("deviceUser")
    .values({ deviceTokenId: p.deviceTokenId, userId: p.userId, tenantId: p.tenantId, at: p.at })
    .onConflict((conflict) => conflict.columns(["deviceTokenId", "userId"]).doNothing()),
);
const userOf = statement((p: { deviceTokenId: number; userId: number }) =>
  sqlite
    .selectFrom("deviceUser")
    .select("at")
    .where("deviceTokenId", "=", p.deviceTokenId)
    .where("userId", "=", p.userId),
);
const liveRows = (tenantId: number, now: string) =>
  sqlite
    .selectFrom("deviceToken as d")
    .innerJoin("user as u", "u.oid", "d.userId")
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
        lastUsedDT: ref("d.lastUsedDT"),
        expiresAt: ref("d.expiresAt"),
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
      lastUsedDT: ref("d.lastUsedDT"),
      expiresAt: ref("d.expiresAt"),
      user: object<DeviceOfUser["user"]>({ id: ref("u.oid"), fullName: ref("u.fullName") }),
    }).as("json"),
  ),
);

/** The living device of this id in any tenant, or null. */
export function findDevice(db: Db, oid: number, now: number): Device | null {
  return byId.first(db, { oid, now: new Date(now).toISOString() });
}

/** The living device of this id in the tenant, or null. */
export function findDeviceOfTenant(
  db: Db,
  oid: number,
  tenantId: number,
): (Device & { change: number }) | null {
  return ofTenant.first(db, { oid, tenantId });
}

/** The living device that holds this token, or null. */
export function findDeviceByToken(db: Db, token: string, now: number): Device | null {
  return byHash.first(db, { tokenHash: hashOf(token), now: new Date(now).toISOString() });
}

/** Notes that a device has just used its token. */
export function deviceWasUsed(tx: Tx, device: Device): void {
  markUsed.run(tx, { oid: device.oid, now: tx.now });
}

/** Notes that a user has logged in on a device: what they count there may come from it later, whoever is logged in then. */
export function noteLogin(tx: Tx, deviceTokenId: number, user: { oid: number; tenantId: number }): void {
  noteUser.run(tx, { deviceTokenId, userId: user.oid, tenantId: user.tenantId, at: tx.now });
}

/** True when the user has ever logged in on the device. */
export function hasLoggedIn(db: Db, deviceTokenId: number, userId: number): boolean {
  return userOf.first(db, { deviceTokenId, userId }) !== null;
}

/** Ends a device's token, and with it every token that came from it. */
export function revoke(tx: Tx, device: Device): void {
  markRevoked.run(tx, { oid: device.oid, now: tx.now, change: tx.change });
}

/** Registers a device; gives its record and the token, which is stored only as a hash. */
export function addDevice(
  tx: Tx,
  holder: { userId: number; tenantId: number },
  deviceName: string | null,
  expiresAt: string,
): { deviceToken: string; deviceTokenId: number; expiresAt: string } {
  const deviceToken = randomBytes(32).toString("base64url");
  const { oid } = insert.run(tx, {
    tenantId: holder.tenantId,
    userId: holder.userId,
    deviceName: deviceName ?? "Device",
    tokenHash: hashOf(deviceToken),
    now: tx.now,
    expiresAt,
    change: tx.change,
  });
  if (deviceName === null) rename.run(tx, { oid, deviceName: `Device ${oid}` });
  return { deviceToken, deviceTokenId: oid, expiresAt };
}

/** The token has 256 bits of its own, so a plain hash can't be guessed back. */
function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
