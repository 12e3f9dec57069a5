import { Conflict } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Role } from "../../domain/roles.ts";
import { fold, nameKey } from "../../domain/text-folding.ts";
import type { Db, Tx } from "../../storage/database/statement.ts";
import { revokePersonalDevices } from "../devices/devices.ts";
import { deleteCodeOfUser } from "../devices/registration-codes.ts";
import { resetLoginAttempts } from "../rate-limit/counter-store.ts";
import { pinDigitsFor } from "../secrets/pin-rules.ts";
import { hashSecret } from "../secrets/secret-hash.ts";
import { endSessionsOfUser } from "../sessions/sessions.ts";
import { recordChanged } from "../users/user-events.ts";
import { getUserRecord, storedRoles, type UserRecord, updateUser } from "../users/user-records.ts";
import { demandFreeUserName } from "../users/users.ts";
import * as store from "./store.ts";

/** What may be said of a user; an absent property keeps what is stored. */
export interface UserFields {
  readonly userName?: string | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly roles?: readonly Role[] | undefined;
  readonly isActive?: boolean | undefined;
}

/** Hashes of new secrets (access/secrets/secret-hash.ts); an absent one keeps what is stored, null takes the secret away. */
export interface SecretHashes {
  readonly passwordHash?: string | null | undefined;
  readonly pinHash?: string | null | undefined;
  /** Of the new PIN. */
  readonly pinDigits?: number | null | undefined;
}

/** Hashes new secrets, before the transaction: null stays null, absent absent; in the turn of `lane` (secrets.ts). Throws Unavailable when too many wait. */
export async function hashNewSecrets(
  given: { readonly password?: string | null | undefined; readonly pin?: string | null | undefined },
  lane?: string,
): Promise<SecretHashes> {
  const { password, pin } = given;
  return {
    passwordHash: password ? await hashSecret(password, lane) : password,
    pinHash: pin ? await hashSecret(pin, lane) : pin,
    pinDigits: pin?.length ?? null,
  };
}

/**
 * Changes what is given of a user. Whoever is deactivated has to log in anew when he is active again; whoever becomes
 * Manager or Admin with a shorter PIN than they need loses it. Throws Conflict on a taken user name, and where no Admin
 * would be left who can log in.
 */
export function changeUser(tx: Tx, record: UserRecord, fields: UserFields): void {
  const userName = fields.userName ?? record.userName;
  demandFreeUserName(tx, userName, record.oid);
  const isActive = fields.isActive === undefined ? record.isActive : fields.isActive ? 1 : 0;
  const isEnded = isActive < record.isActive;
  const losesPin = fields.roles !== undefined && losesPinBy(record, fields.roles);
  save(tx, record, {
    ...record,
    ...(losesPin && { pinHash: null, pinDigits: null }),
    userName,
    firstName: fields.firstName ?? record.firstName,
    lastName: fields.lastName ?? record.lastName,
    isActive,
    roles: fields.roles === undefined ? record.roles : JSON.stringify(fields.roles),
    secretsChangedDT: isEnded ? tokensEnd(tx, record) : record.secretsChangedDT,
  });
}

/**
 * Sets or takes away secrets, as the user himself does: every token that was issued before is refused from now on; what a device is paired by stays.
 * Throws Conflict where no Admin would be left who can log in.
 */
export function changeSecrets(tx: Tx, record: UserRecord, secrets: SecretHashes): void {
  const { passwordHash = record.passwordHash, pinHash = record.pinHash } = secrets;
  if (passwordHash === record.passwordHash && pinHash === record.pinHash) return;
  const pinDigits = secrets.pinHash === undefined ? record.pinDigits : (secrets.pinDigits ?? null);
  save(tx, record, { ...record, passwordHash, pinHash, pinDigits, secretsChangedDT: tokensEnd(tx, record) });
}

/**
 * Takes an account back for its user: new secrets, no token or pairing code from before, no hold or lock, and unless
 * `keepDevices` no personal device. Nothing happens where no secret changes. Throws as `changeSecrets`, and Invalid for a
 * PIN that is too short for the user's roles.
 */
export function resetSecrets(
  tx: Tx,
  record: UserRecord,
  secrets: SecretHashes,
  { keepDevices }: { readonly keepDevices: boolean },
): void {
  changeSecrets(tx, record, secrets);
  if (getUserRecord(tx, record.tenantId, record.oid).secretsChangedDT === record.secretsChangedDT) return;
  deleteCodeOfUser(tx, record);
  resetLoginAttempts(tx, record.oid);
  if (!keepDevices) revokePersonalDevices(tx, record);
}

/**
 * When the tokens given so far end. They count in seconds, and those given since another change in this second are of the
 * next one (tokens.ts): so each change in a second is a second later than the one before.
 */
function tokensEnd({ now }: Tx, { secretsChangedDT }: UserRecord): string {
  const givenUpTo = Math.ceil(Date.parse(secretsChangedDT) / 1000) * 1000;
  return Date.parse(now) > givenUpTo ? now : new Date(givenUpTo + 1).toISOString();
}

function save(tx: Tx, old: UserRecord, next: UserRecord): void {
  if (isAbleAdmin(old) && !isAbleAdmin(next)) refuseLockout(tx, old);
  if (next.secretsChangedDT !== old.secretsChangedDT) endSessionsOfUser(tx, old);
  updateUser.run(tx, {
    ...next,
    userNameKey: nameKey(next.userName),
    fullNameFolded: fold(`${next.firstName} ${next.lastName}`.trim()),
    change: tx.change,
  });
  recordChanged(tx, old, next);
}

/** True for who has a PIN that is too short, or of unknown length, for a role that `roles` add. */
function losesPinBy(record: UserRecord, roles: readonly Role[]): boolean {
  const before = storedRoles(record);
  const added = roles.filter((role) => !before.includes(role));
  return record.pinHash !== null && (record.pinDigits ?? 0) < pinDigitsFor(added);
}

/** True for an active Admin who can log in: a tenant always keeps one. */
export function isAbleAdmin({
  isActive,
  roles,
  passwordHash,
  pinHash,
}: Pick<UserRecord, "isActive" | "roles" | "passwordHash" | "pinHash">): boolean {
  const isAdmin = storedRoles({ roles }).includes("Admin");
  return isActive === 1 && isAdmin && (passwordHash ?? pinHash) !== null;
}

function refuseLockout(db: Db, { tenantId, oid }: UserRecord): void {
  if (store.otherAdmin.first(db, { tenantId, oid, role: "Admin" satisfies Role }) === null)
    throw lastAdminError();
}

/** The refusal of a change that would leave no Admin who can log in. */
export function lastAdminError(): Conflict {
  return new Conflict(
    msg(
      "This is the last active administrator who can log in. Add another administrator first.",
      "Toto je poslední aktivní správce, který se může přihlásit. Nejprve přidejte jiného správce.",
    ),
  );
}
