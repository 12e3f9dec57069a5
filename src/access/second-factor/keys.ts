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
  /** The HMACs of a text under a name: by the current key, then by those that it takes the place of. */
  macs(name: string, text: string): readonly Buffer[];
}

/**
 * The keys made from `second-factor.key` in the data folder. While a key is replaced (key-rotation.ts), the file has a line
 * for each key, the current one first; the others only read.
 */
export function factorKeys(folder: string): FactorKeys {
  const all = ensureKey(folder, "second-factor.key").split("\n").map(keysFrom);
  const [first] = all;
  if (first === undefined) throw new Error("a key file has no line");
  return {
    encrypt: first.encrypt,
    decrypt(userId, sealed) {
      for (const { decrypt } of all) {
        const secret = decrypt(userId, sealed);
        if (secret !== null) return secret;
      }
      return null;
    },
    mac: first.mac,
    macs: (name, text) => all.map(({ mac }) => mac(name, text)),
  };
}

function keysFrom(key: string): Omit<FactorKeys, "macs"> {
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
        // Another key encrypted it.
        return null;
      }
    },
    mac: (name, text) => createHmac("sha256", signing).update(`${name}\n${text}`).digest(),
  };
}
