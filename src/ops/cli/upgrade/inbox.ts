import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { basename, dirname } from "node:path";

// For scripts/upgrade-request, as root: a process with the service's rights outside of its sandbox could be taken over by the
// service, which may change the folder at any time.
// `upgrade-inbox take FOLDER NAME BYTES` writes a file of the folder to standard output. `upgrade-inbox drop FOLDER NAME` removes it.
// No part of the path below the data folder's parent may be a link; a pipe, a device and a file with a second name are refused
// without reading them.

/** Statuses, as scripts/upgrade-steps.sh has them. */
const STATUS = { other: 1, missing: 3, notAFile: 4, tooLarge: 5 } as const;
const NOT_FILES = new Set(["ELOOP", "ENOTDIR", "EISDIR", "ENXIO"]);
const PIECE_BYTES = 65_536;
const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = constants;

class InboxError extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`status ${status}`);
    this.status = status;
  }
}

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : "");

/** Opens the folder step by step below the parent of its parent, which is root's; returns a path to it that no link changes. */
function openFolder(folder: string): string {
  let path = dirname(dirname(folder));
  for (const name of [basename(dirname(folder)), basename(folder)])
    path = `/proc/self/fd/${openSync(`${path}/${name}`, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)}`;
  return path;
}

function take(folder: string, name: string, maxBytes: number): void {
  // Without O_NONBLOCK the open of a pipe would wait for a writer.
  const file = openSync(`${openFolder(folder)}/${name}`, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  const stats = fstatSync(file);
  if (!stats.isFile() || stats.nlink !== 1) throw new InboxError(STATUS.notAFile);
  if (stats.size > maxBytes) throw new InboxError(STATUS.tooLarge);
  const piece = Buffer.alloc(PIECE_BYTES);
  // It may grow meanwhile: no more than its size is read.
  for (let rest = stats.size; rest > 0; ) {
    const bytes = readSync(file, piece, 0, Math.min(rest, PIECE_BYTES), null);
    if (bytes === 0) break;
    for (let written = 0; written < bytes; ) written += writeSync(1, piece, written, bytes - written);
    rest -= bytes;
  }
  closeSync(file);
}

function drop(folder: string, name: string): void {
  try {
    const path = openFolder(folder);
    try {
      unlinkSync(`${path}/${name}`);
    } catch (error) {
      // A folder in its place gets a name that the next start removes.
      if (codeOf(error) !== "ENOENT") renameSync(`${path}/${name}`, `${path}/new-${process.pid}`);
    }
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
}

function statusOf(error: unknown): number {
  if (error instanceof InboxError) return error.status;
  if (codeOf(error) === "ENOENT") return STATUS.missing;
  return NOT_FILES.has(codeOf(error)) ? STATUS.notAFile : STATUS.other;
}

const [action, folder = "", name = "", maxBytes] = process.argv.slice(2);
try {
  if (action === "take") take(folder, name, Number(maxBytes));
  else drop(folder, name);
} catch (error) {
  process.exitCode = statusOf(error);
}
