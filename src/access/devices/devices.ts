import { createHash, randomBytes } from "node:crypto";
import type { DeviceKind } from "../../domain/device-kinds.ts";
import { type Details, recordEvent } from "../../security-log/event.ts";
import { type Db, sqlite, statement, type Tx } from "../../storage/database/statement.ts";

/** A living device token. */
export interface Device {
  readonly oid: number;
  readonly tenantId: number;
  readonly userId: number;
  readonly deviceName: string;
  readonly kind: DeviceKind;
  /** When it was paired last. */
  readonly createdDT: string;
  readonly expiresAt: string;
  /** 0: restored from a backup, and no Admin has confirmed it yet (restored.ts). */
  readonly isConfirmed: 0 | 1;
}

const living = () =>
  sqlite
    .selectFrom("deviceToken")
    .select([
      "oid",
      "tenantId",
      "userId",
      "deviceName",
      "kind",
      "createdDT",
      "expiresAt",
      "isConfirmed",
      "change",
    ])
    .where("revokedDT", "is", null);
const byId = statement((p: { oid: number; now: string }) =>
  living().where("oid", "=", p.oid).where("expiresAt", ">", p.now),
);
const byHash = statement((p: { tokenHash: Buffer; now: string }) =>
  living().where("tokenHash", "=", p.tokenHash).where("expiresAt", ">", p.now),
);
const paired = statement((p: { tokenHash: Buffer; tenantId: number }) =>
  living().where("tokenHash", "=", p.tokenHash).where("tenantId", "=", p.tenantId),
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
    kind: DeviceKind;
    now: string;
    expiresAt: string;
    change: number;
  }) =>
    sqlite.insertInto("deviceToken").values({
      tenantId: p.tenantId,
      userId: p.userId,
      deviceName: p.deviceName,
      tokenHash: p.tokenHash,
      kind: p.kind,
      createdDT: p.now,
      expiresAt: p.expiresAt,
      change: p.change,
    }),
);
const renew = statement(
  (p: {
    oid: number;
    userId: number;
    deviceName: string;
    tokenHash: Buffer;
    kind: DeviceKind;
    now: string;
    expiresAt: string;
    change: number;
  }) =>
    sqlite
      .updateTable("deviceToken")
      .set({
        userId: p.userId,
        deviceName: p.deviceName,
        tokenHash: p.tokenHash,
        kind: p.kind,
        createdDT: p.now,
        expiresAt: p.expiresAt,
        // Whoever made the code has confirmed it.
        isConfirmed: 1,
        change: p.change,
      })
      .where("oid", "=", p.oid),
);
const rename = statement((p: { oid: number; deviceName: string }) =>
  sqlite.updateTable("deviceToken").set({ deviceName: p.deviceName }).where("oid", "=", p.oid),
);
const setKind = statement((p: { oid: number; kind: DeviceKind; change: number }) =>
  sqlite.updateTable("deviceToken").set({ kind: p.kind, change: p.change }).where("oid", "=", p.oid),
);
const markRevoked = statement((p: { oid: number; now: string; change: number }) =>
  sqlite.updateTable("deviceToken").set({ revokedDT: p.now, change: p.change }).where("oid", "=", p.oid),
);
const ofOwner = statement((p: { tenantId: number; userId: number; kind: DeviceKind }) =>
  living().where("tenantId", "=", p.tenantId).where("userId", "=", p.userId).where("kind", "=", p.kind),
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

/** Notes that a user has logged in on a device: what they count there may come from it later, whoever is logged in then. */
export function saveLogin(tx: Tx, deviceTokenId: number, user: { oid: number; tenantId: number }): void {
  noteUser.run(tx, { deviceTokenId, userId: user.oid, tenantId: user.tenantId, at: tx.now });
}

/** True when the user has ever logged in on the device. */
export function hasLoggedIn(db: Db, deviceTokenId: number, userId: number): boolean {
  return userOf.first(db, { deviceTokenId, userId }) !== null;
}

/** Ends a device's token, and with it every token that came from it. */
export function revokeDevice(tx: Tx, device: Device): void {
  markRevoked.run(tx, { oid: device.oid, now: tx.now, change: tx.change });
  record(tx, "deviceRevoked", device);
}

/** Ends the tokens of a user's personal devices; a shared terminal stays, whoever paired it. */
export function revokePersonalDevices(tx: Tx, { oid, tenantId }: { oid: number; tenantId: number }): void {
  for (const device of ofOwner.all(tx, { tenantId, userId: oid, kind: "personal" })) revokeDevice(tx, device);
}

/** Makes a personal device a shared terminal: from now on it has no role of its own. */
export function makeSharedTerminal(tx: Tx, device: Device): void {
  setKind.run(tx, { oid: device.oid, kind: "terminal", change: tx.change });
  record(tx, "deviceKindChanged", device, { before: device.kind, after: "terminal" });
}

/** What a device says of itself when it is paired. `previousToken`: of its pairing before, where it had one. */
export interface Pairing {
  readonly deviceName: string | null;
  readonly previousToken: string | null;
}

/**
 * Registers a device; gives its record and the token, which is stored only as a hash. One that shows the token of its
 * pairing before stays the device that it was, unless that was revoked: what was counted on it may still come from it.
 */
export function pairDevice(
  tx: Tx,
  holder: { userId: number; tenantId: number; kind: DeviceKind },
  { deviceName, previousToken }: Pairing,
  expiresAt: string,
): { deviceToken: string; deviceTokenId: number; expiresAt: string } {
  const deviceToken = randomBytes(32).toString("base64url");
  const before =
    previousToken && paired.first(tx, { tokenHash: hashOf(previousToken), tenantId: holder.tenantId });
  if (before) {
    renew.run(tx, {
      oid: before.oid,
      userId: holder.userId,
      deviceName: deviceName ?? before.deviceName,
      tokenHash: hashOf(deviceToken),
      kind: holder.kind,
      now: tx.now,
      expiresAt,
      change: tx.change,
    });
    return { deviceToken, deviceTokenId: before.oid, expiresAt };
  }
  const { oid } = insert.run(tx, {
    tenantId: holder.tenantId,
    userId: holder.userId,
    deviceName: deviceName ?? "Device",
    tokenHash: hashOf(deviceToken),
    kind: holder.kind,
    now: tx.now,
    expiresAt,
    change: tx.change,
  });
  if (deviceName === null) rename.run(tx, { oid, deviceName: `Device ${oid}` });
  return { deviceToken, deviceTokenId: oid, expiresAt };
}

/** Records what was done to a device. */
function record(
  tx: Tx,
  kind: "deviceRevoked" | "deviceKindChanged",
  { oid, tenantId }: Device,
  details: Details | null = null,
): void {
  recordEvent(tx, { kind, tenantId, target: { type: "device", id: oid }, details });
}

/** The token has 256 bits of its own, so a plain hash can't be guessed back. */
function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
