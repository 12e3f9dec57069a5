import { statfs } from "node:fs/promises";
import { CopyError } from "./copy-error.ts";

/** Bytes that stay free. */
const RESERVE_BYTES = 16 * 1024 * 1024;

/**
 * Throws CopyError unless the disk of `folder` has free space for these bytes. `reserveBytes`: space that stays free beside
 * them for a running server.
 */
export async function assertFreeSpace(folder: string, bytes: number, reserveBytes = 0): Promise<void> {
  const missing = bytes + Math.max(RESERVE_BYTES, reserveBytes) - (await freeBytes(folder));
  if (missing <= 0) return;
  throw new CopyError(
    `${folder}: not enough disk space; ${Math.ceil(missing / 1024 / 1024)} MB more are needed`,
    "full",
    missing,
  );
}

/** Whether the disk of `folder` has free space for these bytes. */
export async function hasFreeSpace(folder: string, bytes: number): Promise<boolean> {
  return bytes + RESERVE_BYTES <= (await freeBytes(folder));
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
