import { createHash, createPublicKey, verify } from "node:crypto";
import { createReadStream, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { readSmallFile } from "../../../platform/read-file.ts";

// Checks signatures of `ssh-keygen -Y sign` (OpenSSH, PROTOCOL.sshsig) without OpenSSH, which a minimal Debian lacks.

/** Namespace of release signatures. Signatures with another one are rejected. */
export const NAMESPACE = "tallybox-release";
const MAGIC = "SSHSIG";
const VERSION = 1;
const KEY_TYPE = "ssh-ed25519";
const HASHES = ["sha512", "sha256"];
const ARMOR = /^-----BEGIN SSH SIGNATURE-----\n([A-Za-z0-9+/=\n]+)-----END SSH SIGNATURE-----\s*$/;

/** Hashes the signed content with the named algorithm. */
type HashOf = (algorithm: string) => Promise<Buffer> | Buffer;

/** The signature or the key is not valid; the message has the reason. */
export class SignatureError extends Error {}

/**
 * Checks an armored signature against the keys of a file (one per line, as in `id_ed25519.pub`). Returns the fingerprint of the
 * signing key. Throws SignatureError.
 */
export async function verifySignature(armored: string, keys: string, hashOf: HashOf): Promise<string> {
  const { publicKey, hash, signature, namespace, reserved } = parse(armored);
  const fingerprint = fingerprintOf(publicKey);
  if (namespace !== NAMESPACE) throw new SignatureError(`the signature is for "${namespace}"`);
  if (!keysOf(keys).some((known) => known.equals(publicKey)))
    throw new SignatureError(`it is signed with another key (${fingerprint})`);
  if (!HASHES.includes(hash)) throw new SignatureError("the signature uses an unknown hash");
  const signed = Buffer.concat([
    Buffer.from(MAGIC),
    ...[namespace, reserved, hash].map((text) => string(Buffer.from(text))),
    string(await hashOf(hash)),
  ]);
  if (!verify(null, signed, ed25519Of(publicKey), ed25519Bytes(signature)))
    throw new SignatureError("its content does not match the signature");
  return fingerprint;
}

function parse(armored: string) {
  const base64 = ARMOR.exec(armored)?.[1];
  if (base64 === undefined) throw new SignatureError("the signature is damaged");
  const bytes = Buffer.from(base64, "base64");
  const head = MAGIC.length + 4;
  if (bytes.length < head || bytes.toString("latin1", 0, MAGIC.length) !== MAGIC)
    throw new SignatureError("the signature is damaged");
  if (bytes.readUInt32BE(MAGIC.length) !== VERSION)
    throw new SignatureError("the signature is of an unknown version");
  const [publicKey, namespace, reserved, hash, signature] = stringsOf(bytes.subarray(head));
  if (!publicKey || !namespace || !reserved || !hash || !signature)
    throw new SignatureError("the signature is damaged");
  return {
    publicKey,
    namespace: namespace.toString(),
    reserved: reserved.toString(),
    hash: hash.toString(),
    signature,
  };
}

/** The keys of a file, in OpenSSH's encoding. */
function keysOf(file: string): Buffer[] {
  return file
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([type]) => type === KEY_TYPE)
    .map(([, base64 = ""]) => Buffer.from(base64, "base64"));
}

function ed25519Of(publicKey: Buffer) {
  const x = ed25519Bytes(publicKey).toString("base64url");
  return createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
}

/** The content of an encoded key or signature. */
function ed25519Bytes(encoded: Buffer): Buffer {
  const [type, content] = stringsOf(encoded);
  if (type?.toString() !== KEY_TYPE || content === undefined)
    throw new SignatureError(`the key is not of the type ${KEY_TYPE}`);
  return content;
}

/** Fingerprint in the format of `ssh-keygen -l`. */
function fingerprintOf(publicKey: Buffer): string {
  return `SHA256:${createHash("sha256").update(publicKey).digest("base64").replaceAll("=", "")}`;
}

/** The strings of an encoding (RFC 4251 §5): a length of four bytes before each. */
function stringsOf(bytes: Buffer): Buffer[] {
  const found: Buffer[] = [];
  let rest = bytes;
  while (rest.length >= 4) {
    const length = rest.readUInt32BE(0);
    if (rest.length < 4 + length) throw new SignatureError("the signature is damaged");
    found.push(rest.subarray(4, 4 + length));
    rest = rest.subarray(4 + length);
  }
  return found;
}

function string(content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([length, content]);
}

const SUMS = "SHA256SUMS";
const SIGNATURE = ".sig";

/**
 * Checks the signature of a bundle: an archive with its `.sig` file, or an unpacked bundle. The signature of an unpacked one
 * covers the list of its files, and it may contain no other file; `sha256sum --check SHA256SUMS` then checks the contents.
 * Returns the fingerprint of the key. Throws SignatureError.
 */
export async function verifyBundle(path: string, keysFile: string): Promise<string> {
  const isUnpacked = statSync(path).isDirectory();
  const signed = isUnpacked ? join(path, SUMS) : path;
  const armored = readSmallFile(signed + SIGNATURE);
  if (armored === null) throw new SignatureError("it is not signed");
  const keys = readSmallFile(keysFile);
  if (keys === null) throw new SignatureError(`the keys of releases are missing (${keysFile})`);
  const fingerprint = await verifySignature(armored, keys, hashesOf(signed));
  if (isUnpacked) assertListed(path);
  return fingerprint;
}

function hashesOf(path: string): HashOf {
  return async (algorithm) => {
    const hash = createHash(algorithm);
    await pipeline(createReadStream(path), hash);
    return hash.digest();
  };
}

/** Throws SignatureError for an unlisted file: Node could load it as an optional package. */
function assertListed(folder: string): void {
  const lines = readFileSync(join(folder, SUMS), "utf8").split("\n");
  // "<64 digits>  ./path", as sha256sum writes it.
  const listed = new Set(lines.map((line) => line.slice(66).replace(/^\.\//, "")));
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) continue;
    const path = join(entry.parentPath, entry.name).slice(folder.length + 1);
    if (path === SUMS || path === SUMS + SIGNATURE) continue;
    if (!entry.isFile() || !listed.has(path))
      throw new SignatureError(`it contains "${path}", which is not signed`);
  }
}
