import { Conflict, NotFound, orNotFound } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { SCOPES, type Scope, scopesIn } from "../../domain/scopes.ts";
import type { EventKind } from "../../domain/security-event-kinds.ts";
import { fold } from "../../domain/text-folding.ts";
import { type Details, recordEvent } from "../../security-log/event.ts";
import type { Db, Tx } from "../../storage/database/statement.ts";
import { changeUser } from "../accounts/user-changes.ts";
import { getUserRecord } from "../users/user-records.ts";
import { addUser, isFreeUserName } from "../users/users.ts";
import { makeKey } from "./api-keys.ts";
import * as store from "./store.ts";

const MAX_ACCOUNTS = 100;
const MAX_KEYS = 10;
const DAY_MS = 86_400_000;

/** A service account of a tenant. */
type Account = NonNullable<ReturnType<typeof store.accountDetail.first>>;

/** The account of this id in the tenant. Throws NotFound. */
export function getAccount(db: Db, tenantId: number, oid: number, now: string): Account {
  return orNotFound(store.accountDetail.first(db, { tenantId, oid, now }), msg("Service account not found."));
}

/** Adds an account without a key. Returns its id, which is also that of its user. Throws Conflict above MAX_ACCOUNTS. */
export function addAccount(tx: Tx, tenantId: number, name: string, scopes: readonly Scope[]): number {
  if ((store.countAccounts.first(tx, { tenantId })?.count ?? 0) >= MAX_ACCOUNTS)
    throw new Conflict(
      msg("There are {max} service accounts. Delete one that is not needed.", { max: MAX_ACCOUNTS }),
    );
  const userId = addUser(tx, {
    tenantId,
    userName: freeUserName(tx, name),
    firstName: name,
    lastName: "",
    roles: [],
    isActive: true,
    passwordHash: null,
    pinHash: null,
    kind: "service",
  });
  store.insertAccount.run(tx, {
    userId,
    tenantId,
    scopes: jsonOf(scopes),
    createdDT: tx.now,
    change: tx.change,
  });
  return userId;
}

/** A user name that resembles the account's name and is free in all tenants: `service.erp`, `service.erp-2`. */
function freeUserName(db: Db, name: string): string {
  const letters =
    fold(name)
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "")
      .slice(0, 40) || "account";
  for (let number = 1; ; number++) {
    const userName = `service.${letters}${number === 1 ? "" : `-${number}`}`;
    if (isFreeUserName(db, userName)) return userName;
  }
}

/** New values of an account. An absent property does not change. */
interface AccountFields {
  readonly name?: string | undefined;
  readonly scopes?: readonly Scope[] | undefined;
}

/** Changes an account. Its keys have the new scopes at once. */
export function changeAccount(tx: Tx, tenantId: number, account: Account, fields: AccountFields): void {
  const { userId, fullName, scopes } = account;
  const { name = fullName } = fields;
  const after = fields.scopes === undefined ? scopes : jsonOf(fields.scopes);
  changeUser(tx, getUserRecord(tx, tenantId, userId), { firstName: name });
  store.updateScopes.run(tx, { userId, scopes: after, change: tx.change });
  if (after === scopes) return;
  const details = { before: scopesIn(scopes), after: scopesIn(after) };
  record(tx, "scopesChanged", tenantId, userId, details);
}

/** Deletes an account with its keys. Its user stays, inactive, because records name it. */
export function deleteAccount(tx: Tx, tenantId: number, userId: number): void {
  endKeys(tx, tenantId, userId, tx.now);
  store.deleteKeys.run(tx, { userId });
  store.deleteAccount.run(tx, { userId });
  changeUser(tx, getUserRecord(tx, tenantId, userId), { isActive: false });
}

/** Adds a key that is valid for so many days. Returns the key, which is not stored. Throws Conflict above MAX_KEYS. */
export function addKey(tx: Tx, tenantId: number, userId: number, days: number): string {
  store.deleteExpiredKeys.run(tx, { userId, now: tx.now });
  if ((store.countKeys.first(tx, { userId })?.count ?? 0) >= MAX_KEYS)
    throw new Conflict(msg("This account has {max} keys. Revoke one that is not needed.", { max: MAX_KEYS }));
  const { key, keyHash, hint } = makeKey();
  const expiresAt = new Date(Date.parse(tx.now) + days * DAY_MS).toISOString();
  const row = { tenantId, userId, keyHash, hint, createdDT: tx.now, expiresAt, change: tx.change };
  const { oid } = store.insertKey.run(tx, row);
  const scopes = scopesIn(getAccount(tx, tenantId, userId, tx.now).scopes);
  record(tx, "apiKeyCreated", tenantId, userId, { hint, key: oid, expiresAt, scopes });
  return key;
}

/** Ends the account's keys at `at` (ISO 8601), unless they expire before. */
export function endKeys(tx: Tx, tenantId: number, userId: number, at: string): void {
  for (const { oid, hint } of store.keysAfter.all(tx, { userId, at }))
    record(tx, "apiKeyRevoked", tenantId, userId, { hint, key: oid, endsAt: at });
  store.endKeysAt.run(tx, { userId, at, change: tx.change });
}

/** Ends a key at once. Throws NotFound where the account has no such key. */
export function revokeKey(tx: Tx, tenantId: number, { userId }: Account, oid: number): void {
  if (store.deleteKey.run(tx, { userId, oid }).changes === 0)
    throw new NotFound(msg("This account has no such key."));
  record(tx, "apiKeyRevoked", tenantId, userId, { key: oid });
}

function record(tx: Tx, kind: EventKind, tenantId: number, userId: number, details: Details): void {
  recordEvent(tx, { kind, tenantId, target: { type: "user", id: userId }, details });
}

/** In the order of SCOPES, each once. */
function jsonOf(scopes: readonly Scope[]): string {
  return JSON.stringify(SCOPES.filter((scope) => scopes.includes(scope)));
}
