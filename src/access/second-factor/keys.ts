import { createHmac, hkdfSync } from "node:crypto";
import { decrypt, encrypt } from "../../platform/encryption.ts";
import type { Tx } from "../../storage/database/statement.ts";
import { ensureKey } from "../secrets/key-files.ts";
import * as store from "./store.ts";

/** Protects stored second factors by a key that is not in the database. */
export interface FactorKeys {
  /** Encrypts a secret of this user (AES-256-GCM). */
  encrypt(userId: number, secret: Uint8Array): Buffer;
  /** Decrypts a secret; null: it was encrypted for another user or under another key. */
  decrypt(userId: number, sealed: Buffer): Buffer | null;
  /** The HMAC-SHA-256 of a text for a named purpose, by the current key. */
  mac(purpose: string, text: string): Buffer;
  /** The HMACs of a text for a named purpose: by the current key, then by the keys that it replaces. */
  macs(purpose: string, text: string): readonly Buffer[];
}

/**
 * Derives the keys from `second-factor.key` in the data folder. While a key is replaced (`moveToCurrentKey`), the file has a line
 * for each key, the current one first. The others only decrypt.
 */
export function factorKeys(folder: string): FactorKeys {
  const all = ensureKey(folder, "second-factor.key").split("\n").map(keysFrom);
  const [current] = all;
  if (current === undefined) throw new Error("a key file has no line");
  return {
    encrypt: current.encrypt,
    decrypt(userId, sealed) {
      for (const { decrypt } of all) {
        const secret = decrypt(userId, sealed);
        if (secret !== null) return secret;
      }
      return null;
    },
    mac: current.mac,
    macs: (purpose, text) => all.map(({ mac }) => mac(purpose, text)),
  };
}

function keysFrom(key: string): Omit<FactorKeys, "macs"> {
  const derive = (purpose: string) => Buffer.from(hkdfSync("sha256", key, "", purpose, 32));
  const secretKey = derive("totp secret");
  const macKey = derive("mac");
  const ownerOf = (userId: number) => `user ${userId}`;
  return {
    encrypt: (userId, secret) => encrypt(secretKey, ownerOf(userId), secret),
    decrypt: (userId, sealed) => decrypt(secretKey, ownerOf(userId), sealed),
    mac: (purpose, text) => createHmac("sha256", macKey).update(`${purpose}\n${text}`).digest(),
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
