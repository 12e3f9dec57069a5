import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { readSmallFile } from "../../platform/read-file.ts";
import { StartupError } from "../../platform/startup-error.ts";
import { writeSmallFile } from "../../storage/files/durable-files.ts";

/** The key files of the server. */
type KeyFile =
  | "jwt.key"
  | "device-codes.key"
  | "second-factor.key"
  | "webhooks.key"
  | "backup.key"
  | "seal.key";

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
  const [current = ""] = ensureKey(folder, name).split("\n");
  writeSmallFile(join(folder, name), `${current}\n`);
}

/** Writes a new key, in place of an existing one. No server may use the folder meanwhile. */
export function replaceKey(folder: string, name: KeyFile): string {
  const key = makeKey();
  writeSmallFile(join(folder, name), `${key}\n`);
  return key;
}

const makeKey = () => randomBytes(48).toString("base64url");
