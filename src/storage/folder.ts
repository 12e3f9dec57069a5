import { accessSync, constants, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "./files.ts";
import { checkGeneration, listGenerations } from "./generations.ts";
import { LOCK_FILE, lockFolder } from "./lock.ts";
import { StartRefused } from "./refused.ts";

/** What may stand in a folder before its first start, beside unfinished `new-*` files. */
const HARMLESS = new Set([
  "settings.json",
  "setup-code",
  "jwt.key",
  "device-codes.key",
  LOCK_FILE,
  "lost+found",
]);

/**
 * Makes the data folder or takes the one that is there, for this process alone.
 * Throws StartRefused, with nothing touched, when it can't be made or written, when another process works on it, or when
 * it holds no database but something else (a wrong folder, a restore that went half way).
 */
export function openFolder(folder: string): { isNew: boolean; unlock(): void } {
  prepare(folder);
  const newest = listGenerations(folder).at(-1);
  const isNew = newest === undefined;
  if (isNew) refuseForeign(folder);
  else checkGeneration(folder, newest);
  const { unlock } = lockFolder(folder);
  for (const name of readdirSync(folder))
    if (name.startsWith("new-")) rmSync(join(folder, name), { recursive: true });
  return { isNew, unlock };
}

function prepare(folder: string): void {
  try {
    makeFolder(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    readdirSync(folder);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartRefused(`${folder}: the data folder can't be used (${reason})`);
  }
}

function refuseForeign(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (HARMLESS.has(name) || name.startsWith("new-") || name.startsWith(LOCK_FILE)) continue;
    throw new StartRefused(
      `${folder}: there is no database, but "${name}"; tallybox starts in an empty folder or in its own`,
    );
  }
}
