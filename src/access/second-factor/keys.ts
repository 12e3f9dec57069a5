import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { ensureKey } from "../secrets/key-files.ts";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Protects what is stored of second factors, by a key that is not in the database. */
export interface FactorKeys {
  /** Encrypts the secret of this user (AES-256-GCM). */
  encrypt(userId: number, secret: Uint8Array): Buffer;
  /** The secret again; null: it was encrypted for another user or under another key. */
  decrypt(userId: number, sealed: Buffer): Buffer | null;
  /** The HMAC of a text under a name. */
  mac(name: string, text: string): Buffer;
}

/** The keys made from `second-factor.key` in the data folder. */
export function factorKeys(folder: string): FactorKeys {
  const key = ensureKey(folder, "second-factor.key");
  const derived = (purpose: string) => Buffer.from(hkdfSync("sha256", key, "", purpose, 32));
  const sealing = derived("totp secret");
  const signing = derived("mac");
  const ownerOf = (userId: number) => Buffer.from(`user ${userId}`);
  return {
    encrypt(userId, secret) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", sealing, nonce).setAAD(ownerOf(userId));
      const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([nonce, sealed, cipher.getAuthTag()]);
    },
    decrypt(userId, sealed) {
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv("aes-256-gcm", sealing, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(ownerOf(userId)).setAuthTag(sealed.subarray(-TAG_BYTES));
      try {
        return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
      } catch {
        // The key file is another one than when the secret was stored.
        return null;
      }
    },
    mac: (name, text) => createHmac("sha256", signing).update(`${name}\n${text}`).digest(),
  };
}
