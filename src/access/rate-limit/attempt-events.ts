import { PinLocked, SecondFactorLocked, TooManyRequests } from "../../domain/errors.ts";
import type { Reason } from "../../domain/security-event-kinds.ts";
import type { Details } from "../../security-log/event.ts";
import type { SecurityLog } from "../../security-log/security-log.ts";
import { type Counter, type LoginAttempt, triggeredLocks } from "./rate-limit.ts";

/** An attempt with a secret or a one-time code, as the security log names it. */
export interface AttemptEvent {
  readonly kind: "login" | "pairing" | "setup";
  readonly tenantId: number | null;
  /** Whose account was tried; null: nobody known. What was typed is never recorded: people type passwords into name fields. */
  readonly userId: number | null;
  readonly deviceTokenId: number | null;
  readonly address: string;
  readonly details?: Details;
}

/** A login attempt; `user` null: nobody known. */
export function loginAttemptEvent(
  user: { readonly oid: number; readonly tenantId: number } | null,
  address: string,
  deviceTokenId: number | null,
  method: "pin" | "password" | "secondFactor",
): AttemptEvent {
  const [tenantId, userId] = user === null ? [null, null] : [user.tenantId, user.oid];
  return { kind: "login", tenantId, userId, deviceTokenId, address, details: { method } };
}

/** An attempt by somebody who is not known. */
export function anonymousAttemptEvent(kind: AttemptEvent["kind"], address: string): AttemptEvent {
  return { kind, address, tenantId: null, userId: null, deviceTokenId: null };
}

/** Counts an attempt, and records it where it is refused because there were too many. */
export async function recordIfRejected(
  securityLog: SecurityLog,
  attempt: AttemptEvent,
  count: () => Promise<LoginAttempt>,
): Promise<LoginAttempt> {
  try {
    return await count();
  } catch (error) {
    if (error instanceof PinLocked || error instanceof SecondFactorLocked)
      securityLog.note({ ...attempt, reason: "locked" });
    else if (error instanceof TooManyRequests) securityLog.note({ ...attempt, reason: "held" });
    throw error;
  }
}

/** Records an attempt that failed, and the locks and holds that it began. */
export function recordFailure(
  securityLog: SecurityLog,
  attempt: AttemptEvent,
  reason: Reason,
  guess: LoginAttempt,
): void {
  securityLog.note({ ...attempt, reason });
  for (const { kind, userId = null, deviceTokenId = null } of triggeredLocks(guess)) {
    securityLog.note({
      kind: "lock",
      tenantId: attempt.tenantId,
      // Whoever tries is not whose account it is.
      userId: null,
      deviceTokenId,
      address: attempt.address,
      target: userId === null ? null : { type: "user", id: userId },
      details: LOCKED[kind],
    });
  }
}

const pin = { secret: "pin" };
const password = { secret: "password" };
/** What a counter locks, and for whom; `isHold`: it ends by itself. */
const LOCKED: Readonly<Record<Counter["kind"], Details>> = {
  "lock-anonymous": { ...pin, where: "noDevice", isHold: false },
  "lock-new-device": { ...pin, where: "newDevices", isHold: false },
  "lock-own-device": { ...pin, where: "device", isHold: false },
  "pin-user": { ...pin, where: "noDevice", isHold: true },
  "pin-device": { ...pin, where: "device", isHold: true },
  "pin-devices": { ...pin, where: "newDevices", isHold: true },
  "pin-address": { ...pin, where: "address", isHold: true },
  "password-user": { ...password, where: "noDevice", isHold: true },
  "password-user-address": { ...password, where: "address", isHold: true },
  "password-address": { ...password, where: "address", isHold: true },
  "password-device": { ...password, where: "device", isHold: true },
  "code-address": { secret: "pairingCode", where: "address", isHold: true },
  "setup-address": { secret: "setupCode", where: "address", isHold: true },
  "factor-user": { secret: "secondFactor", where: "noDevice", isHold: true },
  "lock-factor": { secret: "secondFactor", where: "noDevice", isHold: false },
  "tenant-failures": {},
};
