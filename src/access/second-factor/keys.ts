import { createHmac } from "node:crypto";
import type { Tx } from "../../storage/database/statement.ts";
import { deriveKey, readKeys, secretKeys } from "../secrets/key-files.ts";
import * as store from "./store.ts";

/** Protects stored second factors by a key that is not in the database. */
export type FactorKeys = ReturnType<typeof factorKeys>;

/** Derives the keys from `second-factor.key` in the data folder. */
export function factorKeys(folder: string) {
  const lines = readKeys(folder, "second-factor.key");
  const keys = secretKeys(lines, "totp secret");
  const ownerOf = (userId: number) => `user ${userId}`;
  const macKeys = lines.map((line) => deriveKey(line, "mac"));
  const macKey = deriveKey(lines[0], "mac");
  const macBy = (key: Buffer, purpose: string, text: string) =>
    createHmac("sha256", key).update(`${purpose}\n${text}`).digest();
  return {
    /** Encrypts a secret of this user (AES-256-GCM). */
    encrypt: (userId: number, secret: Uint8Array) => keys.encrypt(ownerOf(userId), secret),
    /** Decrypts a secret; null: it was encrypted for another user or under another key. */
    decrypt: (userId: number, sealed: Buffer) => keys.decrypt(ownerOf(userId), sealed),
    /** The HMAC-SHA-256 of a text for a named purpose, by the current key. */
    mac: (purpose: string, text: string) => macBy(macKey, purpose, text),
    /** The HMACs of a text for a named purpose: by the current key, then by the keys that it replaces. */
    macs: (purpose: string, text: string) => macKeys.map((key) => macBy(key, purpose, text)),
  };
}

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
