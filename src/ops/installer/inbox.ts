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
import { errorCode } from "../../platform/error-code.ts";

// The files that the service has put into its data folder for root. A process with the service's rights outside of its sandbox
// could be taken over by the service, which may change the folder at any time. So root reads them, and no part of the path below the
// data folder's parent may be a link; a pipe, a device and a file with a second name are refused without reading them.

/** Why a file of the inbox is not taken. `other`: this machine's own disk. */
type InboxProblem = "missing" | "notAFile" | "tooLarge" | "other";

const NOT_FILES = new Set(["ELOOP", "ENOTDIR", "EISDIR", "ENXIO"]);
const PIECE_BYTES = 65_536;
const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = constants;

/** A file of the inbox is not taken. */
export class InboxError extends Error {
  readonly problem: InboxProblem;
  constructor(problem: InboxProblem) {
    super(problem);
    this.problem = problem;
  }
}

/**
 * Opens the folder step by step below the parent of its parent, which is root's, and gives `use` a path to it that no link changes.
 */
function inFolder<T>(folder: string, use: (path: string) => T): T {
  const opened: number[] = [];
  try {
    let path = dirname(dirname(folder));
    for (const name of [basename(dirname(folder)), basename(folder)]) {
      const fd = openSync(`${path}/${name}`, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
      opened.push(fd);
      path = `/proc/self/fd/${fd}`;
    }
    return use(path);
  } finally {
    opened.forEach(closeSync);
  }
}

/** Copies a file of the inbox to a file of root. Throws InboxError; nothing is copied then, or a part. */
export function takeFile(
  folder: string,
  name: string,
  { to, maxBytes }: { to: string; maxBytes: number },
): void {
  const target = openSync(to, "w", 0o600);
  try {
    // Without O_NONBLOCK the open of a pipe would wait for a writer.
    const file = inFolder(folder, (path) => openSync(`${path}/${name}`, O_RDONLY | O_NOFOLLOW | O_NONBLOCK));
    try {
      copy(file, target, maxBytes);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw error instanceof InboxError ? error : new InboxError(problemOf(errorCode(error)));
  } finally {
    closeSync(target);
  }
}

function copy(file: number, target: number, maxBytes: number): void {
  const stats = fstatSync(file);
  if (!stats.isFile() || stats.nlink !== 1) throw new InboxError("notAFile");
  if (stats.size > maxBytes) throw new InboxError("tooLarge");
  const piece = Buffer.alloc(PIECE_BYTES);
  // It may grow meanwhile: no more than its size is read.
  for (let rest = stats.size; rest > 0; ) {
    const bytes = readSync(file, piece, 0, Math.min(rest, PIECE_BYTES), null);
    if (bytes === 0) break;
    for (let written = 0; written < bytes; ) written += writeSync(target, piece, written, bytes - written);
    rest -= bytes;
  }
}

function problemOf(code: string | null): InboxProblem {
  if (code === "ENOENT") return "missing";
  return NOT_FILES.has(code ?? "") ? "notAFile" : "other";
}

/** Removes a file of the inbox. Throws where the folder is a link. */
export function dropFile(folder: string, name: string): void {
  try {
    inFolder(folder, (path) => {
      try {
        unlinkSync(`${path}/${name}`);
      } catch (error) {
        // A folder in its place gets a name that the next start removes.
        if (errorCode(error) !== "ENOENT") renameSync(`${path}/${name}`, `${path}/new-${process.pid}`);
      }
    });
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
  }
}
