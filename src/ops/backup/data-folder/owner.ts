import { lchownSync, lstatSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { BEFORE_INFIX, listNames, resolveFolder } from "./interrupted-restore.ts";

/** A user and a group of the system. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Who shall own what is put in the place of `folder`: who owns it, or the newest one that an earlier restore has kept.
 * Null where nobody is known, or where we may not give files away (only root may).
 */
export function findOwner(folder: string): Owner | null {
  if (process.getuid?.() !== 0) return null;
  const kept = listNames(dirname(folder))
    .filter((name) => name.startsWith(basename(folder) + BEFORE_INFIX))
    .map((name) => join(dirname(folder), name));
  for (const path of [folder, ...kept.reverse()]) {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found) return { uid: found.uid, gid: found.gid };
  }
  return null;
}

/** Goes on as the owner of `folder` where root has called: what is written there must stay the owner's. */
export function becomeOwnerOf(folder: string): void {
  const owner = lstatSync(resolveFolder(folder), { throwIfNoEntry: false });
  if (owner === undefined || process.getuid?.() !== 0 || owner.uid === 0) return;
  process.setgroups?.([]);
  process.setgid?.(owner.gid);
  process.setuid?.(owner.uid);
}

/** Gives a file or folder to its owner; null: it stays whose it is. */
export function changeOwner(path: string, owner: Owner | null): void {
  if (owner !== null) lchownSync(path, owner.uid, owner.gid);
}
