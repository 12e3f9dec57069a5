import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { readSmallFile, writeSmallFile } from "../storage/files.ts";
import { StartRefused } from "../storage/refused.ts";

/** A secret of the box's own, kept in the data folder (0600); made at the first call. */
export function ownKey(folder: string, name: "jwt.key" | "device-codes.key"): string {
  const path = join(folder, name);
  const kept = readSmallFile(path)?.trim();
  if (kept && kept.length >= 32) return kept;
  if (kept !== undefined)
    throw new StartRefused(
      `${path}: the key must have at least 32 characters; it was left as it is`,
      "damaged",
    );
  const made = randomBytes(48).toString("base64url");
  writeSmallFile(path, `${made}\n`);
  return made;
}
