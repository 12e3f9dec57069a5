import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { StartRefused } from "./refused.ts";

/** Makes what was created, renamed or removed in `folder` survive a power cut. */
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

/** Writes a small file as a whole or not at all: temporary name, sync, rename, sync of the folder. Mode 0600. */
export function writeSmallFile(path: string, content: string): void {
  const temporary = join(dirname(path), `new-${process.pid}-${Date.now()}`);
  const fd = openSync(temporary, "wx", 0o600);
  try {
    writeSync(fd, content);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  renameSync(temporary, path);
  syncFolder(dirname(path));
}

/** The text of a small file, null where there is none. */
export function readSmallFile(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT") return null;
    throw new StartRefused(`${path}: can't be read (${String(code ?? error)})`);
  }
}

/** Makes a folder of the box's own (0700) and what is missing above it. */
export function makeFolder(path: string): void {
  if (mkdirSync(path, { recursive: true, mode: 0o700 })) syncFolder(dirname(path));
}
