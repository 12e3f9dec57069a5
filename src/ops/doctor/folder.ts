import { accessSync, constants, type Dirent, readdirSync, statfsSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import type { Config } from "../../platform/config.ts";
import { readOrElse } from "../../platform/read-file.ts";
import { createdAt, isGeneration } from "../../storage/files/file-names.ts";
import { BEFORE_INFIX } from "../backup/data-folder/interrupted-restore.ts";
import { formatBytes } from "./format.ts";

/** Contents of the data folder, by names and sizes of its files only. */
export function describeDataFolder(config: Config): string[] {
  const folder = config.dataFolder;
  const stat = readOrElse(() => statSync(folder), null);
  if (stat === null)
    return [`${folder} does not exist, or ${userInfo().username} has no access to it (use sudo)`];
  const names = readOrElse(() => readdirSync(folder), null);
  if (names === null) return [`${folder}: ${userInfo().username} has no read access (use sudo)`];
  const { bavail, blocks, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const lines = [
    `${folder}, mode ${(stat.mode & 0o777).toString(8)}, user number ${stat.uid}`,
    `disk: ${formatBytes(free)} of ${formatBytes(blocks * bsize)} free${free < config.reserveBytes ? "; below the reserve: writes are rejected" : ""}`,
    ...generations(folder, names),
    photos(folder),
  ];
  if (!isWritable(folder)) lines.push("not writable: the disk is read-only, or rights are missing");
  const siblings = leftovers(folder);
  if (siblings.length > 0) lines.push(`earlier data folders: ${siblings.join(", ")}`);
  if (siblings.some((name) => name.includes(BEFORE_INFIX)))
    lines.push(
      `"${BEFORE_INFIX}…" contain all data and keys; on an installed server they are removed after 30 days`,
    );
  return lines;
}

function generations(folder: string, names: readonly string[]): string[] {
  const found = names.filter(isGeneration).sort();
  if (found.length === 0) return ["no database yet"];
  return found.map((name, i) => {
    const bytes = (suffix: string) =>
      readOrElse(() => formatBytes(statSync(join(folder, name + suffix)).size), "missing");
    const label = i === found.length - 1 ? "database (in use)" : "earlier database";
    return `${label}: ${name}, made ${createdAt(name)}, ${bytes("")}; its log ${name}-wal: ${bytes("-wal")}`;
  });
}

function photos(folder: string): string {
  const files = readOrElse(
    () => readdirSync(join(folder, "photos"), { recursive: true, withFileTypes: true }),
    [] as Dirent[],
  ).filter((entry) => entry.isFile());
  const bytes = files.map(({ parentPath, name }) =>
    readOrElse(() => statSync(join(parentPath, name)).size, 0),
  );
  return `photos: ${files.length} files, ${formatBytes(bytes.reduce((sum, size) => sum + size, 0))}`;
}

function isWritable(folder: string): boolean {
  return readOrElse(() => accessSync(folder, constants.W_OK) === undefined, false);
}

/** Folders that upgrades and restores have set aside. */
function leftovers(folder: string): string[] {
  const [parent, name] = [join(folder, ".."), folder.slice(folder.lastIndexOf("/") + 1)];
  return readOrElse(() => readdirSync(parent), []).filter((other) => other.startsWith(`${name}.`));
}
