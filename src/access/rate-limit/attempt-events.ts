import { PasswordLocked, PinLocked, SecondFactorLocked, TooManyRequests } from "../../domain/errors.ts";
import type { Reason } from "../../domain/security-event-kinds.ts";
import type { Details } from "../../security-log/event.ts";
import type { SecurityLog } from "../../security-log/security-log.ts";
import { type Counter, type LoginAttempt, triggeredLocks, USER_ALARM_FAILURES } from "./rate-limit.ts";

/** An attempt with a secret or a one-time code, as the security log records it. */
export interface AttemptEvent {
  readonly kind: "login" | "pairing" | "setup";
  readonly tenantId: number | null;
  /** The user of the account; null: unknown. The entered name is never recorded, because people type passwords into name fields. */
  readonly userId: number | null;
  readonly deviceTokenId: number | null;
  readonly address: string;
  readonly details?: Details;
}

/** A login attempt. `user` null: unknown. */
export function loginAttemptEvent(
  user: { readonly oid: number; readonly tenantId: number } | null,
  address: string,
  deviceTokenId: number | null,
  method: "pin" | "password" | "secondFactor",
): AttemptEvent {
  const [tenantId, userId] = user === null ? [null, null] : [user.tenantId, user.oid];
  return { kind: "login", tenantId, userId, deviceTokenId, address, details: { method } };
}

/** An attempt without a known user. */
export function anonymousAttemptEvent(kind: AttemptEvent["kind"], address: string): AttemptEvent {
  return { kind, address, tenantId: null, userId: null, deviceTokenId: null };
}

/** Counts an attempt. Records it where `count` throws after too many attempts. */
export async function recordIfRejected(
  securityLog: SecurityLog,
  event: AttemptEvent,
  count: () => Promise<LoginAttempt>,
): Promise<LoginAttempt> {
  try {
    return await count();
  } catch (error) {
    if ([PinLocked, PasswordLocked, SecondFactorLocked].some((locked) => error instanceof locked))
      securityLog.record({ ...event, reason: "locked" });
    else if (error instanceof TooManyRequests) securityLog.record({ ...event, reason: "held" });
    throw error;
  }
}

/** Records a failed attempt, and the locks, holds and alarms that it started. */
export function recordFailure(
  securityLog: SecurityLog,
  event: AttemptEvent,
  reason: Reason,
  attempt: LoginAttempt,
): void {
  securityLog.record({ ...event, reason });
  for (const { kind, userId = null, deviceTokenId = null } of triggeredLocks(attempt)) {
    securityLog.record({
      kind: kind === "user-failures" ? "loginAlarm" : "lock",
      tenantId: event.tenantId,
      // The sender of the attempt is not known to be the user.
      userId: null,
      deviceTokenId,
      address: event.address,
      target: userId === null ? null : { type: "user", id: userId },
      details: LOCK_DETAILS[kind],
    });
  }
}

const pin = { secret: "pin" };
const password = { secret: "password" };
/** The secret that a counter locks, and where. `isHold`: the lock ends by itself. */
const LOCK_DETAILS: Readonly<Record<Counter["kind"], Details>> = {
  "lock-anonymous": { ...pin, where: "noDevice", isHold: false },
  "lock-new-device": { ...pin, where: "newDevices", isHold: false },
  "lock-own-device": { ...pin, where: "device", isHold: false },
  "pin-user": { ...pin, where: "noDevice", isHold: true },
  "pin-device": { ...pin, where: "device", isHold: true },
  "pin-devices": { ...pin, where: "newDevices", isHold: true },
  "pin-address": { ...pin, where: "address", isHold: true },
  "password-user": { ...password, where: "noDevice", isHold: true },
  "password-known": { ...password, where: "knownCaller", isHold: true },
  "password-browser": { ...password, where: "knownCaller", isHold: true },
  "lock-password": { ...password, where: "noDevice", isHold: false },
  "lock-known": { ...password, where: "knownCaller", isHold: false },
  "password-address": { ...password, where: "address", isHold: true },
  "password-device": { ...password, where: "device", isHold: true },
  "code-address": { secret: "pairingCode", where: "address", isHold: true },
  "setup-address": { secret: "setupCode", where: "address", isHold: true },
  "factor-user": { secret: "secondFactor", where: "noDevice", isHold: true },
  "lock-factor": { secret: "secondFactor", where: "noDevice", isHold: false },
  "tenant-failures": {},
  "user-failures": { failures: USER_ALARM_FAILURES },
};
