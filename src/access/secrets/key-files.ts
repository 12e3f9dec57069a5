import { hkdfSync, randomBytes } from "node:crypto";
import { join } from "node:path";
import { decrypt, encrypt } from "../../platform/encryption.ts";
import { readSmallFile } from "../../platform/read-file.ts";
import { StartupError } from "../../platform/startup-error.ts";
import { writeSmallFile } from "../../storage/files/durable-files.ts";
import type { KEY_FILES } from "../../storage/files/file-names.ts";

/** A key file of the server. */
export type KeyFile = (typeof KEY_FILES)[number];

/** Reads a key from its file in the data folder, or creates the file (mode 0600). Throws StartupError for a short key. */
export function ensureKey(folder: string, name: KeyFile): string {
  const path = join(folder, name);
  const key = readSmallFile(path)?.trim();
  if (key && key.length >= 32) return key;
  if (key !== undefined)
    throw new StartupError(
      `${path}: the key must have at least 32 characters; it was left as it is`,
      "damaged",
    );
  return replaceKey(folder, name);
}

/** Adds a new key as the first line of its file. The earlier keys stay in the lines after it. */
export function addKey(folder: string, name: KeyFile): void {
  const earlier = ensureKey(folder, name);
  writeSmallFile(join(folder, name), `${makeKey()}\n${earlier}\n`);
}

/** Removes all keys of a file except the first one. */
export function removeEarlierKeys(folder: string, name: KeyFile): void {
  const [current] = readKeys(folder, name);
  writeSmallFile(join(folder, name), `${current}\n`);
}

/** Writes a new key, in place of an existing one. No server may use the folder meanwhile. */
export function replaceKey(folder: string, name: KeyFile): string {
  const key = makeKey();
  writeSmallFile(join(folder, name), `${key}\n`);
  return key;
}

const makeKey = () => randomBytes(48).toString("base64url");

/** The keys of a file, the current one first. The others are there while it is replaced (`addKey`). */
export function readKeys(folder: string, name: KeyFile): readonly [string, ...string[]] {
  const [current = "", ...earlier] = ensureKey(folder, name).split("\n");
  return [current, ...earlier];
}

/** The key of 32 bytes for a purpose. */
export function deriveKey(key: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", key, "", purpose, 32));
}

/** The keys of a file (`readKeys`) for secrets of a purpose: the current one encrypts, and all decrypt. */
export function secretKeys([current, ...earlier]: readonly [string, ...string[]], purpose: string) {
  const own = deriveKey(current, purpose);
  const all = [own, ...earlier.map((key) => deriveKey(key, purpose))];
  return {
    encrypt: (owner: string, secret: Uint8Array) => encrypt(own, owner, secret),
    /** Null: it was encrypted for another owner or under another key. */
    decrypt(owner: string, sealed: Buffer) {
      for (const key of all) {
        const secret = decrypt(key, owner, sealed);
        if (secret !== null) return secret;
      }
      return null;
    },
  };
}
