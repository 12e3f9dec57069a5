import { randomUUID } from "node:crypto";
import {
  closeSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { UNFINISHED_PREFIX } from "./file-names.ts";

/** Flushes a folder, so that created, renamed and removed entries survive a power cut. */
export function syncFolder(folder: string): void {
  syncPath(folder);
}

/** Flushes one file to the disk. Never call it on a live database file: closing any descriptor of it drops SQLite's locks. */
export function syncPath(path: string): void {
  const fd = openSync(path, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Like syncPath, without blocking the event loop. */
export async function flushPath(path: string): Promise<void> {
  await using file = await open(path, "r");
  await file.sync();
}

/** Identity of a file: its inode and birth time. A copy has another one; renaming keeps it. */
export function fileIdentity({ ino, birthtimeMs }: { ino: number; birthtimeMs: number }): string {
  return `${ino}-${birthtimeMs}`;
}

/**
 * Writes a small file atomically: temporary name, flush, rename, flush of the folder. Mode 0600. A function as `content` gets the
 * file's identity.
 */
export function writeSmallFile(path: string, content: string | ((identity: string) => string)): void {
  const temporary = unfinishedBeside(path);
  try {
    const fd = openSync(temporary, "wx", 0o600);
    try {
      writeFileSync(fd, typeof content === "string" ? content : content(fileIdentity(fstatSync(fd))));
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(temporary, path);
  } catch (error) {
    try {
      rmSync(temporary, { force: true });
    } catch {
      // The first error is reported; the next start removes the file.
    }
    throw error;
  }
  syncFolder(dirname(path));
}

/** Like writeSmallFile, without blocking the event loop. */
export async function replaceSmallFile(
  path: string,
  content: string | ((identity: string) => string),
): Promise<void> {
  const temporary = unfinishedBeside(path);
  try {
    await using file = await open(temporary, "wx", 0o600);
    await file.writeFile(typeof content === "string" ? content : content(fileIdentity(await file.stat())));
    await file.sync();
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {
      // The first error is reported; the next start removes the file.
    });
    throw error;
  }
  await flushPath(dirname(path));
}

/** Writes all bytes at a position: a single write may take only a part of them. */
export async function writeWhole(file: PositionedWriter, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

/** What `writeWhole` needs of an open file. */
interface PositionedWriter {
  write(
    bytes: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesWritten: number }>;
}

function unfinishedBeside(path: string): string {
  return join(dirname(path), `${UNFINISHED_PREFIX}${randomUUID()}`);
}

/** Creates a private folder (0700) and its missing parents. */
export function makeFolder(path: string): void {
  if (mkdirSync(path, { recursive: true, mode: 0o700 })) syncFolder(dirname(path));
}
