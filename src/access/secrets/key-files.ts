import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { readSmallFile } from "../../platform/read-file.ts";
import { StartupError } from "../../platform/startup-error.ts";
import { writeSmallFile } from "../../storage/files.ts";

/** The files of the server's own secrets. */
type KeyFile = "jwt.key" | "device-codes.key" | "second-factor.key";

/** A secret of the box's own, kept in the data folder (0600); made at the first call. */
export function ensureKey(folder: string, name: KeyFile): string {
  const path = join(folder, name);
  const kept = readSmallFile(path)?.trim();
  if (kept && kept.length >= 32) return kept;
  if (kept !== undefined)
    throw new StartupError(
      `${path}: the key must have at least 32 characters; it was left as it is`,
      "damaged",
    );
  return replaceKey(folder, name);
}

/** Makes a new secret the first one of its file; the earlier ones stay in the lines after it. */
export function addKey(folder: string, name: KeyFile): void {
  const earlier = ensureKey(folder, name);
  writeSmallFile(join(folder, name), `${makeKey()}\n${earlier}\n`);
}

/** Removes all secrets of a file but the first one. */
export function removeEarlierKeys(folder: string, name: KeyFile): void {
  const [current = ""] = ensureKey(folder, name).split("\n");
  writeSmallFile(join(folder, name), `${current}\n`);
}

/** Makes a new secret in place of the one that is kept, if any. Called while no server works on the folder. */
export function replaceKey(folder: string, name: KeyFile): string {
  const made = makeKey();
  writeSmallFile(join(folder, name), `${made}\n`);
  return made;
}

const makeKey = () => randomBytes(48).toString("base64url");
