import { createHmac } from "node:crypto";
import type { Principal } from "../../domain/principal.ts";
import { nameKey } from "../../domain/text-folding.ts";
import type { Db } from "../../storage/database/statement.ts";
import type { Storage } from "../../storage/storage.ts";
import { firstPersonalDevice, hasLoggedIn } from "../devices/devices.ts";
import type { Counter } from "../rate-limit/rate-limit.ts";
import { ensureKey } from "../secrets/key-files.ts";
import { findUser, highestUserId, type User } from "../users/users.ts";
import type { KnownCaller } from "./known-callers.ts";

/** The user of a login: by id or by name. */
export type LoginIdentifier = { readonly userId: number } | { readonly userName: string };

/** The sender of a password. */
interface PasswordSender {
  readonly address: string;
  /** Of the paired device; null: none. */
  readonly deviceTokenId: number | null;
  /** How the sender is known for the user; null: not at all. */
  readonly known: KnownCaller | null;
}

/** The counters of attempts at a user's second factor, from any address: the password was right. */
export function secondFactorCounters({ oid, tenantId }: User, address: string): readonly Counter[] {
  const target = { subject: `user ${oid}`, userId: oid, address };
  return [
    { kind: "factor-user", ...target },
    { kind: "lock-factor", ...target },
    ...failuresOf(target, tenantId),
  ];
}

/** The tenant whose Admins see attempts at unknown users. */
const FIRST_TENANT = 1;

/** The counters for the alarms. */
function failuresOf(target: Omit<Counter, "kind">, tenantId: number): readonly Counter[] {
  return [
    { kind: "user-failures", ...target },
    { kind: "tenant-failures", subject: `tenant ${tenantId}` },
  ];
}

/** Minimum size of the range of ids for unknown names. */
const MIN_IDS = 64;

/** The id that an unknown name counts under. */
type IdOfName = (userName: string) => number;

/**
 * Makes the ids of unknown names. A name always has the same id, which may be that of a user. So an id that is held after
 * wrong PINs for a name does not reveal that the name exists.
 */
function makeIdOfName(db: Db, key: string): IdOfName {
  return (userName) => {
    const ids = 2 ** Math.ceil(Math.log2(Math.max(highestUserId(db), MIN_IDS)));
    const digest = createHmac("sha256", key)
      .update(`login name ${nameKey(userName)}`)
      .digest();
    return 1 + (digest.readUInt32BE() % ids);
  };
}

/** Makes the counters of this storage's users. Attempts at unknown users are counted like others. */
export function loginCounters(storage: Storage) {
  const { db } = storage;
  const idOf = makeIdOfName(db, ensureKey(storage.folder, "device-codes.key"));
  return {
    /** A PIN at an endpoint without a token. */
    anonymousPin(user: User | null, identifier: LoginIdentifier, address: string) {
      const userId = user?.oid ?? ("userId" in identifier ? identifier.userId : idOf(identifier.userName));
      const target = { subject: `user ${userId}`, userId: findUser(db, userId)?.oid ?? null, address };
      return withoutDevice(target, user?.tenantId ?? FIRST_TENANT);
    },
    /** A PIN entered at a terminal. `user` null: not a user of its tenant. */
    terminalPin(user: User | null, userId: number, { deviceTokenId, tenantId }: Principal, address: string) {
      // Attempts by a token of another tenant do not count against this user.
      const subject = user === null ? `tenant ${tenantId} user ${userId}` : `user ${userId}`;
      const target = { subject, userId: user?.oid ?? null, address };
      if (deviceTokenId === null) return withoutDevice(target, user?.tenantId ?? tenantId);
      return hasLoggedIn(db, deviceTokenId, userId)
        ? onOwnDevice(target, countedDevice(db, user, deviceTokenId), tenantId)
        : onNewDevice(target, deviceTokenId, tenantId);
    },
    /** A password. */
    password(user: User | null, userName: string, { deviceTokenId, ...sender }: PasswordSender) {
      const counted = deviceTokenId === null ? null : countedDevice(db, user, deviceTokenId);
      return passwordCounters(user, userName, { ...sender, deviceTokenId: counted });
    },
  };
}

/** A personal device pairs others by itself, so they count as one: otherwise each would bring further attempts at its owner. */
const countedDevice = (db: Db, user: User | null, deviceTokenId: number): number =>
  user === null ? deviceTokenId : firstPersonalDevice(db, deviceTokenId, user);

type Target = Pick<Counter, "subject" | "userId" | "address"> & { readonly address: string };

/** A PIN from a client that is not a paired device. */
function withoutDevice(target: Target, tenantId: number): readonly Counter[] {
  return [
    { kind: "pin-user", ...target },
    { kind: "pin-address", subject: target.address },
    { kind: "lock-anonymous", ...target },
    ...failuresOf(target, tenantId),
  ];
}

/** A PIN on a device on which the user has logged in. */
function onOwnDevice(target: Target, deviceTokenId: number, tenantId: number): readonly Counter[] {
  const onDevice = { ...target, deviceTokenId, subject: `${target.subject} ${deviceTokenId}` };
  return [
    { kind: "pin-device", ...onDevice },
    { kind: "lock-own-device", ...onDevice },
    ...failuresOf(target, tenantId),
  ];
}

/** A PIN on a device on which the user has never logged in. */
function onNewDevice(target: Target, deviceTokenId: number, tenantId: number): readonly Counter[] {
  return [
    { kind: "pin-device", ...target, deviceTokenId, subject: `${target.subject} ${deviceTokenId}` },
    { kind: "pin-devices", ...target, deviceTokenId },
    { kind: "lock-new-device", ...target, deviceTokenId },
    ...failuresOf(target, tenantId),
  ];
}

/** A password: see LoginCounters. */
function passwordCounters(
  user: User | null,
  userName: string,
  { address, deviceTokenId, known }: PasswordSender,
): readonly Counter[] {
  const subject = user === null ? `name ${nameKey(userName)}` : `user ${user.oid}`;
  const target = { subject, userId: user?.oid ?? null, address };
  const failures = failuresOf(target, user?.tenantId ?? FIRST_TENANT);
  if (deviceTokenId !== null) {
    const onDevice = { ...target, deviceTokenId };
    return [
      { kind: "password-device", ...onDevice, subject: `${subject} ${deviceTokenId}` },
      { kind: "lock-known", ...onDevice, subject: `${subject} device ${deviceTokenId}` },
      ...failures,
    ];
  }
  const ofAddress = { kind: "password-address", subject: address } as const;
  if (known === null)
    return [
      { kind: "password-user", ...target },
      { kind: "lock-password", ...target },
      ofAddress,
      ...failures,
    ];
  const ofCaller = { ...target, subject: `${subject} ${known.id}` };
  // Others at a browser's address don't hold it.
  const ofAllUsers =
    known.kind === "browser" ? ({ kind: "password-browser", subject: known.id } as const) : ofAddress;
  return [
    { kind: "password-known", ...ofCaller },
    { kind: "lock-known", ...ofCaller },
    ofAllUsers,
    ...failures,
  ];
}
