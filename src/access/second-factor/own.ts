import { Conflict, NotFound, WrongState } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import type { Db, Tx } from "../../storage/database/statement.ts";
import { revokeDevicesPairedInOneStep } from "../devices/pairing.ts";
import { resetLoginAttempts } from "../rate-limit/counter-store.ts";
import { currentSession, endSessionsOfUser } from "../sessions/sessions.ts";
import { recordSecondFactor } from "../users/user-events.ts";
import { findUser, type User } from "../users/users.ts";
import type { OwnSecondFactor } from "./own-shapes.ts";
import * as store from "./store.ts";
import { hasSecondFactor, requiredRoles, type SecondFactorDependencies } from "./tickets.ts";

/** The second factors of a user. */
export function ownSecondFactor(
  { storage, config }: SecondFactorDependencies,
  { userId, tenantId }: Principal,
): OwnSecondFactor {
  const { db } = storage;
  const user = { userId, tenantId };
  const required = requiredRoles(db, config);
  const app = store.totp.first(db, user);
  return {
    isRequired: userOf(db, userId).roles.some((role) => required.includes(role)),
    totp: app && { createdDT: app.createdDT },
    passkeys: store.passkeys.all(db, user).map(({ oid: id, name, rpId: host, createdDT, lastUsedDT }) => ({
      id,
      name,
      host,
      createdDT,
      lastUsedDT,
    })),
    recoveryCodesLeft: store.unusedCodes.all(db, user).length,
  };
}

/** Removes the caller's authenticator app. Throws NotFound, and Conflict for the last factor where a role requires one. */
export function removeTotp(tx: Tx, dependencies: SecondFactorDependencies, principal: Principal): void {
  const { userId, tenantId } = principal;
  removeFactor(tx, dependencies, principal, () => store.removeTotp.run(tx, { userId, tenantId }).changes > 0);
}

/** Throws NotFound where the principal has no passkey of this id. */
export function assertOwnPasskey(tx: Tx, { userId, tenantId }: Principal, oid: number): void {
  if (!store.passkeys.all(tx, { userId, tenantId }).some((passkey) => passkey.oid === oid))
    throw new NotFound();
}

/** Removes a passkey of the caller. Throws as `removeTotp`. */
export function removePasskey(
  tx: Tx,
  dependencies: SecondFactorDependencies,
  principal: Principal,
  oid: number,
): void {
  const { userId, tenantId } = principal;
  const remove = () => store.removePasskey.run(tx, { userId, tenantId, oid }).changes > 0;
  removeFactor(tx, dependencies, principal, remove);
}

/** Removes one factor. `remove` returns false for a factor that does not exist. */
function removeFactor(
  tx: Tx,
  { config }: SecondFactorDependencies,
  principal: Principal,
  remove: () => boolean,
): void {
  const { userId } = principal;
  const user = userOf(tx, userId);
  if (countFactors(tx, user) === 1) revokeDevicesPairedInOneStep(tx, user);
  if (!remove()) throw new NotFound();
  recordSecondFactor(tx, user, "removed");
  store.touchUser.run(tx, { userId: user.oid, tenantId: user.tenantId, change: tx.change });
  if (hasSecondFactor(tx, user)) return;
  const required = requiredRoles(tx, config);
  if (user.roles.some((role) => required.includes(role))) throw lastFactor();
  store.removeRecoveryCodes.run(tx, { userId: user.oid, tenantId: user.tenantId });
  // Logins in one step from before the first factor would be valid again.
  endSessionsOfUser(tx, user, currentSession(tx, principal, config.sessionMs));
}

/** Throws WrongState where the user has no second factor, and so no use for recovery codes. */
export function assertSecondFactor(tx: Tx, { userId }: Principal): User {
  const user = userOf(tx, userId);
  if (!hasSecondFactor(tx, user)) throw noSecondFactor();
  return user;
}

/** Removes all second factors of a user, and ends the user's sessions, holds and locks. */
export function resetSecondFactor(tx: Tx, { oid, tenantId }: Pick<User, "oid" | "tenantId">): void {
  const user = { userId: oid, tenantId };
  revokeDevicesPairedInOneStep(tx, { oid, tenantId });
  if (hasSecondFactor(tx, { oid, tenantId })) recordSecondFactor(tx, { oid, tenantId }, "removed");
  store.removeTotp.run(tx, user);
  store.removePasskeys.run(tx, user);
  store.removeRecoveryCodes.run(tx, user);
  store.touchUser.run(tx, { ...user, change: tx.change });
  endSessionsOfUser(tx, { oid, tenantId });
  resetLoginAttempts(tx, oid);
}

function countFactors(db: Db, { oid: userId, tenantId }: User): number {
  const app = store.totp.first(db, { userId, tenantId }) === null ? 0 : 1;
  return app + store.passkeys.all(db, { userId, tenantId }).length;
}

function userOf(db: Parameters<typeof findUser>[0], oid: number): User {
  const user = findUser(db, oid);
  if (user === null) throw new Error("the user no longer exists");
  return user;
}

const lastFactor = () =>
  new Conflict(
    msg("Your role requires two-step login. Add another second factor before you remove this one."),
  );
const noSecondFactor = () =>
  new WrongState(msg("Two-step login is not set up. Add an authenticator app or a passkey first."));
