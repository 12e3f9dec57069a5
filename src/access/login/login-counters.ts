import { createHmac } from "node:crypto";
import type { Principal } from "../../domain/principal.ts";
import { nameKey } from "../../domain/text-folding.ts";
import type { Storage } from "../../storage/storage.ts";
import { hasLoggedIn } from "../devices/devices.ts";
import type { Counter } from "../rate-limit/rate-limit.ts";
import { ensureKey } from "../secrets/key-files.ts";
import { findUser, highestUserId, type User } from "../users/users.ts";

/** Whose secret is tried: a user by id or by name. */
export type LoginIdentifier = { readonly userId: number } | { readonly userName: string };

/** Names the counters that a login attempt counts in. Whoever does not exist is counted like others. */
export interface LoginCounters {
  /** A PIN at an endpoint that needs no token. */
  anonymousPin(user: User | null, who: LoginIdentifier, address: string): readonly Counter[];
  /** A PIN typed at a terminal; `user` null: nobody of its tenant. */
  terminalPin(user: User | null, userId: number, terminal: Principal, address: string): readonly Counter[];
  /** `deviceTokenId`: of the paired device that it was typed on, or null. */
  password(
    user: User | null,
    userName: string,
    address: string,
    deviceTokenId: number | null,
  ): readonly Counter[];
}

/** The counters of attempts at a user's second factor: wherever they come from, the password was right. */
export function secondFactorCounters({ oid, tenantId }: User, address: string): readonly Counter[] {
  const about = { subject: `user ${oid}`, userId: oid, address };
  return [{ kind: "factor-user", ...about }, { kind: "lock-factor", ...about }, failuresOf(tenantId)];
}

/** Whose Admins are told of attempts at users that nobody is. */
const FIRST_TENANT = 1;
const failuresOf = (tenantId: number): Counter => ({
  kind: "tenant-failures",
  subject: `tenant ${tenantId}`,
});

/** Names that nobody has stand for ids up to this one at least. */
const MIN_IDS = 64;

/** The counters of this storage's users. */
export function loginCounters(storage: Storage): LoginCounters {
  const { db } = storage;
  const key = ensureKey(storage.folder, "device-codes.key");

  /**
   * The id that a name counts under. One that nobody has stands for an id too, always the same and perhaps somebody's:
   * so an id that is held after wrong PINs of a name does not tell that the name exists.
   */
  function idOf(userName: string): number {
    const ids = 2 ** Math.ceil(Math.log2(Math.max(highestUserId(db), MIN_IDS)));
    const digest = createHmac("sha256", key)
      .update(`login name ${nameKey(userName)}`)
      .digest();
    return 1 + (digest.readUInt32BE() % ids);
  }

  function anonymousPin(user: User | null, who: LoginIdentifier, address: string): readonly Counter[] {
    const userId = user?.oid ?? ("userId" in who ? who.userId : idOf(who.userName));
    const about = { subject: `user ${userId}`, userId: findUser(db, userId)?.oid ?? null, address };
    return [
      { kind: "pin-user", ...about },
      { kind: "pin-address", subject: address },
      { kind: "lock-anonymous", ...about },
      failuresOf(user?.tenantId ?? FIRST_TENANT),
    ];
  }

  return {
    anonymousPin,
    terminalPin(user, userId, terminal, address) {
      const { deviceTokenId, tenantId } = terminal;
      // A token of another tenant counts nothing against this user.
      const subject = user === null ? `tenant ${tenantId} user ${userId}` : `user ${userId}`;
      const about = { subject, userId: user?.oid ?? null, address };
      if (deviceTokenId === null) {
        if (user !== null) return anonymousPin(user, { userId }, address);
        return [
          { kind: "pin-user", ...about },
          { kind: "pin-address", subject: address },
          { kind: "lock-anonymous", ...about },
          failuresOf(tenantId),
        ];
      }
      const onDevice = { ...about, deviceTokenId, subject: `${subject} ${deviceTokenId}` };
      if (hasLoggedIn(db, deviceTokenId, userId)) {
        return [
          { kind: "pin-device", ...onDevice },
          { kind: "lock-own-device", ...onDevice },
          failuresOf(tenantId),
        ];
      }
      return [
        { kind: "pin-device", ...onDevice },
        { kind: "pin-devices", ...about, deviceTokenId },
        { kind: "lock-new-device", ...about, deviceTokenId },
        failuresOf(tenantId),
      ];
    },
    password(user, userName, address, deviceTokenId) {
      const subject = user === null ? `name ${nameKey(userName)}` : `user ${user.oid}`;
      const about = { subject, userId: user?.oid ?? null, address };
      const failures = failuresOf(user?.tenantId ?? FIRST_TENANT);
      if (deviceTokenId !== null)
        return [
          { kind: "password-device", ...about, deviceTokenId, subject: `${subject} ${deviceTokenId}` },
          failures,
        ];
      return [
        { kind: "password-user", ...about },
        { kind: "password-user-address", ...about, subject: `${subject} ${address}` },
        { kind: "password-address", subject: address },
        failures,
      ];
    },
  };
}
