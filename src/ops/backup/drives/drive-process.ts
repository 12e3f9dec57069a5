import { type Dirent, realpathSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";
import { readOrElse } from "../../../platform/read-file.ts";
import { createdAt, isGeneration } from "../../../storage/files/file-names.ts";
import { BEFORE_PREFIX, resolveFolder } from "../data-folder/interrupted-restore.ts";

// Process that reads folders of other disks and network drives, which may hang. It prints lines of JSON:
// `node drive-process.ts folder PATH`: the real path of a folder and the number of its file system, or null;
// `node drive-process.ts copy PATH DATA FOLDER…`: the real path of a copy that an Admin has named, which must be in one of the folders or
// be set aside in the data folder;
// `node drive-process.ts copies DATA FOLDER…`: what looks like a copy, a line each, by names only. Links are not followed, and unreadable
// folders are left out.

/** Folders below the permitted ones that are looked at: the mount point, and two levels in it. */
const MAX_DEPTH = 3;
/** A disk may have anything on it. */
const MAX_FOLDERS = 2000;
const ARCHIVE = /\.(tar|age)$/i;
const STAMP = /^before-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/;

const [question, ...args] = process.argv.slice(2);
if (question === "copies") {
  const [data = "", ...folders] = args;
  await findCopies(data, folders);
} else {
  const [path = "", data = "", ...folders] = args;
  print(question === "copy" ? resolveCopy(path, data, folders) : await resolveOther(path));
}

function print(answer: unknown): void {
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

async function resolveOther(path: string) {
  const found = await stat(path).catch(() => null);
  return found?.isDirectory() ? { path: resolveFolder(resolve(path)), dev: found.dev } : null;
}

function resolveCopy(path: string, data: string, folders: readonly string[]) {
  // The folders first: the response must not show what exists elsewhere.
  if (!isAllowed(resolve(path), data, folders)) return { isAllowed: false, path: null };
  const real = readOrElse(() => realpathSync(path), null);
  return { isAllowed: real === null || isAllowed(real, data, folders), path: real };
}

function isAllowed(path: string, data: string, folders: readonly string[]): boolean {
  const isBefore = basename(path).startsWith(BEFORE_PREFIX) && realOf(dirname(path)) === realOf(data);
  // By its name first: another folder may hang.
  const isIn = (folder: string) => path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
  return isBefore || folders.some(isIn) || folders.some((folder) => isIn(realOf(folder)));
}

function realOf(path: string): string {
  return readOrElse(() => realpathSync(path), path);
}

async function findCopies(data: string, permitted: readonly string[]): Promise<void> {
  for (const { name } of await entriesOf(data)) {
    const at = name.startsWith(BEFORE_PREFIX) ? name.replace(STAMP, "$1-$2-$3T$4:$5:$6.$7Z") : name;
    if (at !== name) print({ path: join(data, name), kind: "before", at, bytes: null });
  }
  let folders = 0;
  const find = async (path: string, depth: number): Promise<void> => {
    if (++folders > MAX_FOLDERS) return;
    const entries = await entriesOf(path);
    const newest = entries.filter((one) => one.isFile() && isGeneration(one.name)).at(-1);
    if (newest !== undefined && path !== data) {
      print({ path, kind: "folder", at: createdAt(newest.name), bytes: null });
      return;
    }
    const isFolder = (one: Dirent) => one.isDirectory() && depth < MAX_DEPTH && join(path, one.name) !== data;
    // At a time: one that hangs hides no other.
    await Promise.all([
      ...entries.filter(isFolder).map((one) => find(join(path, one.name), depth + 1)),
      ...entries
        .filter((one) => one.isFile() && ARCHIVE.test(one.name))
        .map((one) => printFile(path, one.name)),
    ]);
  };
  await Promise.all(permitted.map((path) => find(path, 0)));
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return (await readdir(folder, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    // Absent, no folder, without the right to read it, or on a disk that was just removed.
    return [];
  }
}

async function printFile(folder: string, name: string): Promise<void> {
  const path = join(folder, name);
  const found = await stat(path).catch(() => null);
  if (found !== null) print({ path, kind: "file", at: found.mtime.toISOString(), bytes: found.size });
}
