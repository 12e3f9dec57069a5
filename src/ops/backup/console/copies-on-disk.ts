import type { Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { namedObject } from "../../../http/endpoint/named-object.ts";
import type { Config } from "../../../platform/config.ts";
import { createdAt, isGeneration } from "../../../storage/files/file-names.ts";
import { BEFORE_PREFIX } from "../data-folder/interrupted-restore.ts";

/** A copy that an Admin may restore. */
export const CopyOnDisk = namedObject("CopyOnDisk", {
  path: z.string(),
  kind: z
    .enum(["folder", "file", "before"])
    .describe("folder: a copied data folder; before: set aside by an earlier restore"),
  at: z.iso
    .datetime()
    .describe("file: its modification; folder: the creation of its newest database; before: that restore"),
  bytes: z.int().nullable().describe("of a file"),
});
export type CopyOnDisk = z.output<typeof CopyOnDisk>;

/** Folders below the permitted ones that are looked at: the mount point, and two levels in it. */
const MAX_DEPTH = 3;
/** A disk may have anything on it. */
const MAX_FOLDERS = 2000;
const MAX_COPIES = 50;
const ARCHIVE = /\.(tar|age)$/i;
const STAMP = /^before-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/;

/**
 * Lists what looks like a copy in the permitted folders and in the data folder, the newest first, by names only. Links are not
 * followed, unreadable folders are left out.
 */
export async function findCopies({
  dataFolder,
  restoreFolders,
}: Pick<Config, "dataFolder" | "restoreFolders">): Promise<CopyOnDisk[]> {
  const found: CopyOnDisk[] = [];
  for (const { name } of await entriesOf(dataFolder)) {
    const at = name.startsWith(BEFORE_PREFIX) ? name.replace(STAMP, "$1-$2-$3T$4:$5:$6.$7Z") : name;
    if (at !== name) found.push({ path: join(dataFolder, name), kind: "before", at, bytes: null });
  }
  let folders = 0;
  const queue = restoreFolders.map((path) => ({ path, depth: 0 }));
  for (const { path, depth } of queue) {
    if (++folders > MAX_FOLDERS) break;
    const entries = await entriesOf(path);
    const newest = entries.filter((one) => one.isFile() && isGeneration(one.name)).at(-1);
    if (newest !== undefined && path !== dataFolder) {
      found.push({ path, kind: "folder", at: createdAt(newest.name), bytes: null });
      continue;
    }
    for (const one of entries) {
      if (one.isDirectory() && depth < MAX_DEPTH && join(path, one.name) !== dataFolder)
        queue.push({ path: join(path, one.name), depth: depth + 1 });
      if (one.isFile() && ARCHIVE.test(one.name)) found.push(...(await fileIn(path, one.name)));
    }
  }
  return found.toSorted((one, other) => other.at.localeCompare(one.at)).slice(0, MAX_COPIES);
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return (await readdir(folder, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    // Absent, no folder, without the right to read it, or on a disk that was just removed.
    return [];
  }
}

async function fileIn(folder: string, name: string): Promise<CopyOnDisk[]> {
  const path = join(folder, name);
  const found = await stat(path).catch(() => null);
  return found === null ? [] : [{ path, kind: "file", at: found.mtime.toISOString(), bytes: found.size }];
}
