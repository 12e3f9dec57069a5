import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { DeviceKind } from "../../domain/principal.ts";
import { type Details, recordEvent } from "../../security-log/event.ts";
import { jsonObject, object } from "../../storage/database/json.ts";
import { type Db, sqlite, statement, type Tx } from "../../storage/database/statement.ts";
import { insertInto, selectFrom, updateTable, upsertInto } from "../../storage/database/table-statements.ts";
import { deleteCodesOfDevice } from "../secrets/registration-codes.ts";
import { endSessionsOnDevice } from "../sessions/sessions.ts";

/** An active device: neither revoked nor expired. */
export interface Device {
  readonly oid: number;
  readonly tenantId: number;
  readonly userId: number;
  readonly deviceName: string;
  readonly kind: DeviceKind;
  /** When it was paired last. */
  readonly createdDT: string;
  readonly expiresAt: string;
  /** 0: restored from a backup and not yet confirmed by an Admin (restored.ts). */
  readonly isConfirmed: 0 | 1;
  /** The device by which it was paired, with which it ends; null: none. */
  readonly pairedById: number | null;
}

const notRevoked = () =>
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
      "pairedById",
      "change",
    ])
    .where("revokedDT", "is", null);
const byId = statement((p: { oid: number; now: string }) =>
  notRevoked().where("oid", "=", p.oid).where("expiresAt", ">", p.now),
);
const byHash = statement((p: { tokenHash: Buffer; now: string }) =>
  notRevoked().where("tokenHash", "=", p.tokenHash).where("expiresAt", ">", p.now),
);
const paired = statement((p: { tokenHash: Buffer; tenantId: number }) =>
  notRevoked().where("tokenHash", "=", p.tokenHash).where("tenantId", "=", p.tenantId),
);
const ofTenant = statement((p: { oid: number; tenantId: number }) =>
  notRevoked().where("oid", "=", p.oid).where("tenantId", "=", p.tenantId),
);
const insert = insertInto("deviceToken", [
  "tenantId",
  "userId",
  "deviceName",
  "tokenHash",
  "kind",
  "pairedById",
  "createdDT",
  "expiresAt",
  "change",
]);
/** The user who made the code has confirmed the device. */
const renew = updateTable("deviceToken", {
  set: ["userId", "deviceName", "tokenHash", "kind", "pairedById", "createdDT", "expiresAt", "change"],
  to: { isConfirmed: 1 },
  where: ["oid"],
});
const rename = updateTable("deviceToken", { set: ["deviceName"], where: ["oid"] });
const setKind = updateTable("deviceToken", { set: ["kind", "change"], where: ["oid"] });
const markRevoked = updateTable("deviceToken", { set: ["revokedDT", "change"], where: ["oid"] });
const ofOwner = statement((p: { tenantId: number; userId: number }) =>
  notRevoked().where("tenantId", "=", p.tenantId).where("userId", "=", p.userId),
);
const pairedBy = statement((p: { tenantId: number; pairedById: number }) =>
  notRevoked().where("tenantId", "=", p.tenantId).where("pairedById", "=", p.pairedById),
);
const expire = updateTable("deviceToken", { set: ["expiresAt", "change"], where: ["oid"] });
const insertUser = upsertInto("deviceUser", ["deviceTokenId", "userId"], { once: ["tenantId", "at"] });
const userOf = selectFrom("deviceUser", ["deviceTokenId", "userId"], ["at"]);
/** The active device of this id in any tenant, or null. `now`: ms since 1970. */
export function findDevice(db: Db, oid: number, now: number): Device | null {
  return byId.first(db, { oid, now: new Date(now).toISOString() });
}

/** The device of this id in the tenant, or null. It may have expired. */
export function findDeviceOfTenant(
  db: Db,
  oid: number,
  tenantId: number,
): (Device & { change: number }) | null {
  return ofTenant.first(db, { oid, tenantId });
}

/** The active device of this device token, or null. `now`: ms since 1970. */
export function findDeviceByToken(db: Db, token: string, now: number): Device | null {
  return byHash.first(db, { tokenHash: hashOf(token), now: new Date(now).toISOString() });
}

/** Saves that a user has logged in on a device. From then on the device may deliver the user's counts at any time. */
export function saveLogin(tx: Tx, deviceTokenId: number, user: { oid: number; tenantId: number }): void {
  insertUser.run(tx, { deviceTokenId, userId: user.oid, tenantId: user.tenantId, at: tx.now });
}

/** True if the user has ever logged in on the device. */
export function hasLoggedIn(db: Db, deviceTokenId: number, userId: number): boolean {
  return userOf.first(db, { deviceTokenId, userId }) !== null;
}

/** Revokes a device token, and with it every access token of the device. The devices that were paired by it end. */
export function revokeDevice(tx: Tx, device: Device): void {
  markRevoked.run(tx, { oid: device.oid, revokedDT: tx.now, change: tx.change });
  record(tx, "deviceRevoked", device);
  endPairedBy(tx, device);
}

/**
 * Ends all devices that were paired by a device, those that were paired by them, and the codes that they made. They expire, so
 * that each keeps its id and its unsent counts when it is paired again.
 */
function endPairedBy(tx: Tx, { oid, tenantId }: Pick<Device, "oid" | "tenantId">): void {
  deleteCodesOfDevice(tx, { oid });
  endDevices(tx, pairedBy.all(tx, { tenantId, pairedById: oid }));
}

function endDevices(tx: Tx, devices: readonly Device[]): void {
  for (const device of devices) {
    if (device.expiresAt > tx.now) {
      expire.run(tx, { oid: device.oid, expiresAt: tx.now, change: tx.change });
      record(tx, "deviceRevoked", device, { pairedBy: device.pairedById });
    }
    endPairedBy(tx, device);
  }
}

/**
 * Revokes a user's personal devices. Shared terminals that the user paired stay, and personal devices of others that were paired by
 * them; but not what the user paired by them, nor shared terminals, which they can have paired while they were personal alone.
 */
export function revokePersonalDevices(tx: Tx, { oid, tenantId }: { oid: number; tenantId: number }): void {
  for (const device of ofOwner.all(tx, { tenantId, userId: oid })) {
    if (device.kind === "personal") {
      revokeDevice(tx, device);
      continue;
    }
    const children = pairedBy.all(tx, { tenantId, pairedById: device.oid });
    endDevices(
      tx,
      children.filter(({ kind, userId }) => kind === "terminal" || userId === oid),
    );
  }
}

/** A user's personal devices that are not revoked. They may have expired. */
export function personalDevicesOf(
  db: Db,
  { oid, tenantId }: { oid: number; tenantId: number },
): readonly Device[] {
  return ofOwner.all(db, { tenantId, userId: oid }).filter(({ kind }) => kind === "personal");
}

/** True for a device itself, and for one that was paired by it or by one below it. */
function isSameOrBelow(db: Db, device: Device, above: Pick<Device, "oid">): boolean {
  let at: Device | null = device;
  while (at !== null && at.oid !== above.oid) {
    at = at.pairedById === null ? null : ofTenant.first(db, { oid: at.pairedById, tenantId: at.tenantId });
  }
  return at !== null;
}

/**
 * The personal device by which a personal device of the same user was paired, directly or through others of the user. Any other
 * device is its own.
 */
export function firstPersonalDevice(db: Db, oid: number, owner: { oid: number; tenantId: number }): number {
  const { oid: userId, tenantId } = owner;
  const isOwn = (device: Device | null) => device?.kind === "personal" && device.userId === userId;
  let first = oid;
  for (let at = ofTenant.first(db, { oid, tenantId }); at !== null && isOwn(at); ) {
    first = at.oid;
    at = at.pairedById === null ? null : ofTenant.first(db, { oid: at.pairedById, tenantId });
  }
  return first;
}

/** Turns a personal device into a shared terminal, which has no role of its own. */
export function makeSharedTerminal(tx: Tx, device: Device): void {
  setKind.run(tx, { oid: device.oid, kind: "terminal", change: tx.change });
  record(tx, "deviceKindChanged", device, { before: device.kind, after: "terminal" });
}

/** The data that a device sends when it is paired. `previousToken`: of its earlier pairing. */
interface Pairing {
  readonly deviceName: string | null;
  readonly previousToken: string | null;
}

/** The user and kind of a new pairing. `pairedBy`: the active device by which its code was made; null: none. */
interface PairingOwner {
  readonly userId: number;
  readonly tenantId: number;
  readonly kind: DeviceKind;
  readonly pairedBy: Device | null;
}

/**
 * Pairs a device. Returns its id and token; only a hash of the token is stored. It expires no later than the device by which it
 * is paired. A device that sends the token of an earlier pairing keeps its id, unless it was revoked, so that it can still
 * deliver its counts. The tokens and sessions of the earlier pairing end, and the devices that were paired by it.
 */
export function pairDevice(
  tx: Tx,
  { userId, tenantId, kind, pairedBy: by }: PairingOwner,
  { deviceName, previousToken }: Pairing,
  lifetimeMs: number,
): { deviceToken: string; deviceTokenId: number; expiresAt: string } {
  const deviceToken = randomBytes(32).toString("base64url");
  const latest = new Date(Date.parse(tx.now) + lifetimeMs).toISOString();
  const expiresAt = by !== null && by.expiresAt < latest ? by.expiresAt : latest;
  const row = {
    userId,
    kind,
    tokenHash: hashOf(deviceToken),
    createdDT: tx.now,
    expiresAt,
    change: tx.change,
  };
  const previous = previousToken && paired.first(tx, { tokenHash: hashOf(previousToken), tenantId });
  // A shared terminal stays one: as a personal device it would lose the limits of those who logged in on it.
  if (previous && !(previous.kind === "terminal" && kind === "personal")) {
    const { oid } = previous;
    // Paired by itself or by one below it, a device does not leave the one above it.
    const isOwn = by !== null && isSameOrBelow(tx, by, previous);
    const pairedById = isOwn ? previous.pairedById : (by?.oid ?? null);
    endSessionsOnDevice(tx, previous);
    endPairedBy(tx, previous);
    renew.run(tx, { ...row, oid, deviceName: deviceName ?? previous.deviceName, pairedById });
    return { deviceToken, deviceTokenId: oid, expiresAt };
  }
  const pairedById = by?.oid ?? null;
  const { oid } = insert.run(tx, { ...row, tenantId, deviceName: deviceName ?? "Device", pairedById });
  if (deviceName === null) rename.run(tx, { oid, deviceName: `Device ${oid}` });
  return { deviceToken, deviceTokenId: oid, expiresAt };
}

/** Records a change of a device. */
function record(
  tx: Tx,
  kind: "deviceRevoked" | "deviceKindChanged",
  { oid, tenantId }: Device,
  details: Details | null = null,
): void {
  recordEvent(tx, { kind, tenantId, target: { type: "device", id: oid }, details });
}

/** The token has 256 random bits, so a plain hash can't be reversed. */
function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

// Lists of active devices: neither revoked nor expired.

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
const owner = () => object({ id: sql.ref<number>("u.oid"), fullName: sql.ref<string>("u.fullName") });

/** The active devices of one user, newest first. */
export const devicesOfUser = statement((p: { tenantId: number; userId: number; now: string }) =>
  activeDevices(p.tenantId, p.now).where("d.userId", "=", p.userId).select(jsonObject(listItem()).as("json")),
);

/** The active devices of a tenant, newest first. */
export const devicesOfTenant = statement((p: { tenantId: number; now: string }) =>
  activeDevices(p.tenantId, p.now).select(jsonObject({ ...listItem(), user: owner() }).as("json")),
);

/** A device as its own token may read it. */
const ownItem = () => {
  const { lastUsedDT: _, ...item } = listItem();
  return { ...item, user: owner() };
};
export const ownDevice = statement((p: { tenantId: number; oid: number; now: string }) =>
  activeDevices(p.tenantId, p.now).where("d.oid", "=", p.oid).select(jsonObject(ownItem()).as("json")),
);
