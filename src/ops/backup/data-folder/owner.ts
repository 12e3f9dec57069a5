import { lchownSync, lstatSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { BEFORE_INFIX, listNames, resolveFolder } from "./interrupted-restore.ts";

/** User and group ids of the system. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Finds the owner for new contents of `folder`: its present owner, or that of the newest folder that an earlier restore has
 * set aside. Null where there is none, or where this process is not root and can't change owners.
 */
export function findOwner(folder: string): Owner | null {
  if (process.getuid?.() !== 0) return null;
  const previous = listNames(dirname(folder))
    .filter((name) => name.startsWith(basename(folder) + BEFORE_INFIX))
    .map((name) => join(dirname(folder), name));
  for (const path of [folder, ...previous.reverse()]) {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found) return { uid: found.uid, gid: found.gid };
  }
  return null;
}

/** Switches a root process to the owner of `folder`, so that new files there belong to that owner. */
export function becomeOwnerOf(folder: string): void {
  const owner = lstatSync(resolveFolder(folder), { throwIfNoEntry: false });
  if (owner === undefined || process.getuid?.() !== 0 || owner.uid === 0) return;
  process.setgroups?.([]);
  process.setgid?.(owner.gid);
  process.setuid?.(owner.uid);
}

/** Changes the owner of a file or folder; null leaves it unchanged. */
export function changeOwner(path: string, owner: Owner | null): void {
  if (owner !== null) lchownSync(path, owner.uid, owner.gid);
}
