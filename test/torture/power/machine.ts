import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Chance } from "../chance.ts";
import type { Shim } from "../shim/shim.ts";

const STATE = "tallybox.json";

/**
 * Makes the image what it stands for, in the eyes of a box that looks whether its machine was started anew and whether
 * its folder is still the one that it knew; gives the environment to start the box with. Mostly both are so, as after a
 * power cut; sometimes it was the process alone that ended, or the disk was copied.
 */
export function afterTheCut(folder: string, shim: Shim, chance: Chance): Record<string, string> {
  if (chance.isLucky(0.2)) return {};
  claimSameDisk(folder);
  if (chance.isLucky(0.1)) return {};
  const bootId = `${folder}.boot`;
  writeFileSync(bootId, `${randomUUID()}\n`);
  return shim.environment({ folder, bootId });
}

/** The box knows its folder by its note's inode (src/storage/generations/folder-state.ts), which an image has another of. */
function claimSameDisk(folder: string): void {
  const path = join(folder, STATE);
  if (!existsSync(path)) return;
  const { ino, birthtimeMs } = statSync(path);
  // By its text: what was torn stays torn. Written in place, the inode stays too.
  const text = readFileSync(path, "latin1");
  writeFileSync(path, text.replace(/"mark":"[^"]*"/, `"mark":"${ino}-${birthtimeMs}"`), "latin1");
}
