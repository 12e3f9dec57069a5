import type { Tx } from "../../storage/database/statement.ts";
import type { FactorKeys } from "./keys.ts";
import * as store from "./store.ts";

/**
 * Encrypts the secrets of all authenticator apps under the current key, and removes all recovery codes, because their HMACs
 * can't be recomputed. Returns the number of secrets that no key decrypts; these do not change.
 */
export function moveToCurrentKey(tx: Tx, keys: FactorKeys): number {
  let unreadable = 0;
  for (const { userId, tenantId, secret: sealed } of store.allTotp.all(tx, {})) {
    const secret = keys.decrypt(userId, sealed);
    if (secret === null) unreadable++;
    else store.setTotpSecret.run(tx, { userId, tenantId, secret: keys.encrypt(userId, secret) });
  }
  for (const user of store.recoveryCodeUsers.all(tx, {})) {
    store.removeRecoveryCodes.run(tx, user);
    store.touchUser.run(tx, { ...user, change: tx.change });
  }
  return unreadable;
}
