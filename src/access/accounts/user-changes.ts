import { Conflict } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Role } from "../../domain/roles.ts";
import { fold, nameKey } from "../../domain/text-folding.ts";
import type { Db, Tx } from "../../storage/database/statement.ts";
import { revokePersonalDevices } from "../devices/devices.ts";
import { resetLoginAttempts } from "../rate-limit/counter-store.ts";
import { deleteCodeOfUser } from "../secrets/registration-codes.ts";
import { hashSecret } from "../secrets/secret-hash.ts";
import { pinDigitsFor } from "../secrets/secret-rules.ts";
import { endSessionsOfUser } from "../sessions/sessions.ts";
import { recordChanged } from "../users/user-events.ts";
import { storedRoles, type UserRecord, updateUser } from "../users/user-records.ts";
import { assertFreeBadge, assertFreeUserName } from "../users/users.ts";
import * as store from "./store.ts";

/** The changeable fields of a user. An absent property does not change. */
export interface UserFields {
  readonly userName?: string | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  /** Null: none. */
  readonly email?: string | null | undefined;
  /** Null: none. */
  readonly badgeCode?: string | null | undefined;
  readonly roles?: readonly Role[] | undefined;
  readonly isActive?: boolean | undefined;
}

/** Hashes of new secrets (access/secrets/secret-hash.ts). An absent one does not change, null removes the secret. */
export interface SecretHashes {
  readonly passwordHash?: string | null | undefined;
  readonly pinHash?: string | null | undefined;
  /** Number of digits of the new PIN. */
  readonly pinDigits?: number | null | undefined;
}

/**
 * Hashes new secrets, before the transaction. Null stays null and absent stays absent. `lane`: see `hashSecret`. Throws
 * Unavailable when too many computations wait.
 */
export async function hashNewSecrets(
  secrets: { readonly password?: string | null | undefined; readonly pin?: string | null | undefined },
  lane?: string,
): Promise<SecretHashes> {
  const { password, pin } = secrets;
  return {
    passwordHash: password ? await hashSecret(password, lane) : password,
    pinHash: pin ? await hashSecret(pin, lane) : pin,
    pinDigits: pin?.length ?? null,
  };
}

/**
 * Changes a user. A deactivated user must log in again after reactivation. A user who becomes Manager or Admin with a PIN that
 * is too short loses it. Throws Conflict for a taken user name, and for the last Admin who can log in.
 */
export function changeUser(tx: Tx, record: UserRecord, fields: UserFields): void {
  const userName = fields.userName ?? record.userName;
  assertFreeUserName(tx, userName, record.oid);
  assertFreeBadge(tx, record.tenantId, fields.badgeCode ?? null, record.oid);
  const isActive = fields.isActive === undefined ? record.isActive : fields.isActive ? 1 : 0;
  const isEnded = isActive < record.isActive;
  const losesPin = fields.roles !== undefined && losesPinBy(record, fields.roles);
  save(tx, record, {
    ...record,
    ...(losesPin && { pinHash: null, pinDigits: null }),
    userName,
    firstName: fields.firstName ?? record.firstName,
    lastName: fields.lastName ?? record.lastName,
    email: fields.email === undefined ? record.email : fields.email,
    badgeCode: fields.badgeCode === undefined ? record.badgeCode : fields.badgeCode,
    isActive,
    roles: fields.roles === undefined ? record.roles : JSON.stringify(fields.roles),
    secretsChangedDT: isEnded ? nextSecretsChange(tx, record) : record.secretsChangedDT,
  });
}

/**
 * Sets or removes secrets. All earlier tokens of the user become invalid, also where a removed secret was absent before; devices
 * stay paired. Does nothing where `secrets` names none. Throws Conflict for the last Admin who can log in.
 */
export function changeSecrets(tx: Tx, record: UserRecord, secrets: SecretHashes): void {
  const { passwordHash = record.passwordHash, pinHash = record.pinHash } = secrets;
  if (!namesSecret(secrets)) return;
  const pinDigits = secrets.pinHash === undefined ? record.pinDigits : (secrets.pinDigits ?? null);
  save(tx, record, {
    ...record,
    passwordHash,
    pinHash,
    pinDigits,
    secretsChangedDT: nextSecretsChange(tx, record),
  });
}

/**
 * Recovers an account for its user: sets secrets, ends earlier tokens, the pairing code, holds and locks, and revokes personal
 * devices unless `keepDevices`. Does nothing where `secrets` names none. Throws as `changeSecrets`.
 */
export function resetSecrets(
  tx: Tx,
  record: UserRecord,
  secrets: SecretHashes,
  { keepDevices }: { readonly keepDevices: boolean },
): void {
  if (!namesSecret(secrets)) return;
  changeSecrets(tx, record, secrets);
  resetLoginAttempts(tx, record.oid);
  if (!keepDevices) revokePersonalDevices(tx, record);
}

const namesSecret = ({ passwordHash, pinHash }: SecretHashes): boolean =>
  passwordHash !== undefined || pinHash !== undefined;

/**
 * The time of a change of secrets, which ends all earlier tokens. Tokens are dated in seconds, and those issued after another
 * change in this second are dated to the next one (signed-tokens.ts). So each change in one second is dated a second later.
 */
function nextSecretsChange({ now }: Tx, { secretsChangedDT }: UserRecord): string {
  const lastIssue = Math.ceil(Date.parse(secretsChangedDT) / 1000) * 1000;
  return Date.parse(now) > lastIssue ? now : new Date(lastIssue + 1).toISOString();
}

function save(tx: Tx, old: UserRecord, next: UserRecord): void {
  if (isAbleAdmin(old) && !isAbleAdmin(next)) assertOtherAdmin(tx, old);
  if (next.secretsChangedDT !== old.secretsChangedDT) endSessionsOfUser(tx, old);
  // A pairing code stands for what its user could do when it was made.
  else if (next.roles !== old.roles) deleteCodeOfUser(tx, old);
  updateUser.run(tx, {
    ...next,
    userNameKey: nameKey(next.userName),
    fullNameFolded: fold(`${next.firstName} ${next.lastName}`.trim()),
    change: tx.change,
  });
  recordChanged(tx, old, next);
}

/** True where the PIN is too short, or of unknown length, for a role that `roles` add. */
export function losesPinBy(record: UserRecord, roles: readonly Role[]): boolean {
  const before = storedRoles(record);
  const added = roles.filter((role) => !before.includes(role));
  return record.pinHash !== null && added.length > 0 && (record.pinDigits ?? 0) < pinDigitsFor(added);
}

/** True for an active Admin who can log in to the console, which takes a password alone. A tenant always has one. */
export function isAbleAdmin({
  isActive,
  roles,
  passwordHash,
}: Pick<UserRecord, "isActive" | "roles" | "passwordHash">): boolean {
  return isActive === 1 && passwordHash !== null && storedRoles({ roles }).includes("Admin");
}

/** Throws Conflict where the tenant has no other Admin who can log in. */
function assertOtherAdmin(db: Db, { tenantId, oid }: UserRecord): void {
  if (store.otherAdmin.first(db, { tenantId, oid }) === null) throw lastAdminError();
}

/** The error for a change that would leave a tenant without an Admin who can log in. */
export function lastAdminError(): Conflict {
  return new Conflict(msg("This is the last active administrator with a password. Add another one first."));
}
