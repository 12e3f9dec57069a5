import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { deriveKey, ensureKey } from "../../access/secrets/key-files.ts";

/** The bytes before a seed in a private Ed25519 key (RFC 8410, section 7). */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");

/** The key that seals records: an Ed25519 private key, derived from `seal.key` of the data folder, which is created if it is missing. */
export function sealKey(folder: string): KeyObject {
  const seed = deriveKey(ensureKey(folder, "seal.key"), "record seal");
  return createPrivateKey({
    key: Buffer.concat([PKCS8, seed]),
    format: "der",
    type: "pkcs8",
  });
}

/** The public part of a private Ed25519 key: 32 bytes, hexadecimal. */
export function publicKeyOf(key: KeyObject): string {
  const { x } = createPublicKey(key).export({ format: "jwk" });
  if (x === undefined) throw new Error("not an Ed25519 key");
  return Buffer.from(x, "base64url").toString("hex");
}
