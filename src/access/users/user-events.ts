import type { Kind } from "../../domain/security-event-kinds.ts";
import { type Details, recordEvent } from "../../security-log/event.ts";
import type { Tx } from "../../storage/database/statement.ts";

/** What of a stored user the security log tells. */
interface Stored {
  readonly oid: number;
  readonly tenantId: number;
  readonly userName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly isActive: 0 | 1;
  /** JSON array. */
  readonly roles: string;
  readonly passwordHash: string | null;
  readonly pinHash: string | null;
}

const NAMES = ["userName", "firstName", "lastName"] as const;

/** Records that a user was added. */
export function recordCreated(
  tx: Tx,
  { oid, tenantId, roles, isActive }: Pick<Stored, "oid" | "tenantId" | "roles" | "isActive">,
): void {
  const details = { roles: JSON.parse(roles), isActive: isActive === 1 };
  recordEvent(tx, { kind: "userCreated", tenantId, target: { type: "user", id: oid }, details });
}

/** Records what has changed of a stored user, an event for each kind of change; of secrets only that they were set. */
export function recordChanged(tx: Tx, old: Stored, next: Omit<Stored, "oid" | "tenantId">): void {
  const record = (kind: Kind, details: Details | null = null) =>
    recordEvent(tx, { kind, tenantId: old.tenantId, target: { type: "user", id: old.oid }, details });
  const fields = NAMES.filter((name) => old[name] !== next[name]);
  if (fields.length > 0) record("userChanged", { fields });
  if (old.isActive !== next.isActive) record(next.isActive === 1 ? "userActivated" : "userDeactivated");
  if (old.roles !== next.roles)
    record("rolesChanged", { before: JSON.parse(old.roles), after: JSON.parse(next.roles) });
  const secrets = {
    ...(old.passwordHash !== next.passwordHash && { password: wordOf(next.passwordHash) }),
    ...(old.pinHash !== next.pinHash && { pin: wordOf(next.pinHash) }),
  };
  if (Object.keys(secrets).length > 0) record("secretsChanged", secrets);
}

/** Records that a second factor of a user was added or removed. */
export function recordSecondFactor(
  tx: Tx,
  { oid, tenantId }: Pick<Stored, "oid" | "tenantId">,
  secondFactor: "set" | "removed",
): void {
  recordEvent(tx, {
    kind: "secretsChanged",
    tenantId,
    target: { type: "user", id: oid },
    details: { secondFactor },
  });
}

const wordOf = (hash: string | null) => (hash === null ? "removed" : "set");
