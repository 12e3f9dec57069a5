import { createPrivateKey, createPublicKey } from "node:crypto";

// Ed25519 keys in the formats of OpenSSH (PROTOCOL.key in its sources). Debian's ssh reads no other private Ed25519 keys.

const TYPE = "ssh-ed25519";
/** PKCS #8 of an Ed25519 key up to its seed (RFC 8410 §7). */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");
const KEY_BYTES = 32;
const BLOCK = 8;
const COMMENT = "tallybox";

/** The line for `authorized_keys` of a seed (32 bytes as base64url). */
export function publicKeyLine(seed: string): string {
  return `${TYPE} ${publicBlob(seed).toString("base64")} ${COMMENT}`;
}

/** The private key file of a seed. */
export function privateKeyFile(seed: string): string {
  const check = Buffer.alloc(4);
  const publicKey = publicBytes(seed);
  const inner = Buffer.concat([
    check,
    check,
    field(TYPE),
    field(publicKey),
    field(Buffer.concat([Buffer.from(seed, "base64url"), publicKey])),
    field(COMMENT),
  ]);
  const padding = Buffer.from(
    Array.from({ length: (BLOCK - (inner.length % BLOCK)) % BLOCK }, (_, i) => i + 1),
  );
  const count = Buffer.from([0, 0, 0, 1]);
  const whole = Buffer.concat([
    Buffer.from("openssh-key-v1\0"),
    field("none"),
    field("none"),
    field(""),
    count,
    field(publicBlob(seed)),
    field(Buffer.concat([inner, padding])),
  ]);
  const lines = whole.toString("base64").match(/.{1,70}/g) ?? [];
  return ["-----BEGIN OPENSSH PRIVATE KEY-----", ...lines, "-----END OPENSSH PRIVATE KEY-----", ""].join(
    "\n",
  );
}

const publicBlob = (seed: string) => Buffer.concat([field(TYPE), field(publicBytes(seed))]);

function publicBytes(seed: string): Buffer {
  const key = createPrivateKey({
    key: Buffer.concat([PKCS8_PREFIX, Buffer.from(seed, "base64url")]),
    format: "der",
    type: "pkcs8",
  });
  return createPublicKey(key).export({ format: "der", type: "spki" }).subarray(-KEY_BYTES);
}

/** A string of SSH: its length in four bytes, then its bytes (RFC 4251 §5). */
function field(value: string | Buffer): Buffer {
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
