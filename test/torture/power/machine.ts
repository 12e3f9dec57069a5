import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Random } from "../random.ts";
import type { Shim } from "../shim/shim.ts";

const STATE = "tallybox.json";

/**
 * Makes the image appear as the given kind to a server that checks whether its machine was rebooted and whether its
 * folder is still the same one; returns the environment of the start. Usually both are so, as after a power failure;
 * sometimes only the process ended, or the disk was copied.
 */
export function afterTheCut(folder: string, shim: Shim, random: Random): Record<string, string> {
  if (random.isBelow(0.2)) return {};
  claimSameDisk(folder);
  if (random.isBelow(0.1)) return {};
  const bootId = `${folder}.boot`;
  writeFileSync(bootId, `${randomUUID()}\n`);
  return shim.environment({ folder, bootId });
}

/**
 * The server recognises its folder by its record's inode (src/storage/generations/folder-state.ts), which differs in an
 * image.
 */
function claimSameDisk(folder: string): void {
  const path = join(folder, STATE);
  if (!existsSync(path)) return;
  const { ino, birthtimeMs } = statSync(path);
  // Changed as text, so that a torn file stays torn. Written in place, so that the inode stays too.
  const text = readFileSync(path, "latin1");
  writeFileSync(path, text.replace(/"mark":"[^"]*"/, `"mark":"${ino}-${birthtimeMs}"`), "latin1");
}
