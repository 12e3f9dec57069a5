import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

// Secrets that the server must be able to read are in the database, encrypted by AES-256-GCM under a key of 32 bytes that is not.

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a secret. It can be decrypted only for the same owner. */
export function encrypt(key: Buffer, owner: string, secret: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]);
}

/** Decrypts a secret; null: it was encrypted for another owner or under another key. */
export function decrypt(key: Buffer, owner: string, sealed: Buffer): Buffer | null {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(owner)).setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}
