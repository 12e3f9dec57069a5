import type { EventKind } from "../../domain/security-event-kinds.ts";
import { type Details, recordEvent } from "../../security-log/event.ts";
import type { Tx } from "../../storage/database/statement.ts";
import type { UserRecord } from "./user-records.ts";

const FIELDS = ["userName", "firstName", "lastName", "email", "badgeCode"] as const;

/** Records that a user was added. */
export function recordCreated(
  tx: Tx,
  { oid, tenantId, roles, isActive }: Pick<UserRecord, "oid" | "tenantId" | "roles" | "isActive">,
): void {
  const details = { roles: JSON.parse(roles), isActive: isActive === 1 };
  recordEvent(tx, { kind: "userCreated", tenantId, target: { type: "user", id: oid }, details });
}

/** Records the changes of a user, one event for each kind. For secrets it records only that they were set or removed. */
export function recordChanged(tx: Tx, old: UserRecord, next: UserRecord): void {
  const record = (kind: EventKind, details: Details | null = null) =>
    recordEvent(tx, { kind, tenantId: old.tenantId, target: { type: "user", id: old.oid }, details });
  const fields = FIELDS.filter((name) => old[name] !== next[name]);
  if (fields.length > 0) record("userChanged", { fields });
  if (old.isActive !== next.isActive) record(next.isActive === 1 ? "userActivated" : "userDeactivated");
  if (old.roles !== next.roles)
    record("rolesChanged", { before: JSON.parse(old.roles), after: JSON.parse(next.roles) });
  const secrets = {
    ...(old.passwordHash !== next.passwordHash && { password: stateOf(next.passwordHash) }),
    ...(old.pinHash !== next.pinHash && { pin: stateOf(next.pinHash) }),
  };
  if (Object.keys(secrets).length > 0) record("secretsChanged", secrets);
}

/** Records that a second factor of a user was added or removed, or that the recovery codes were replaced. */
export function recordSecondFactor(
  tx: Tx,
  { oid, tenantId }: Pick<UserRecord, "oid" | "tenantId">,
  state: "set" | "removed",
  changed: "secondFactor" | "recoveryCodes" = "secondFactor",
): void {
  recordEvent(tx, {
    kind: "secretsChanged",
    tenantId,
    target: { type: "user", id: oid },
    details: { [changed]: state },
  });
}

const stateOf = (hash: string | null) => (hash === null ? "removed" : "set");
