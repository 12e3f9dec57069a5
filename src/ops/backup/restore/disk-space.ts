import { statfs } from "node:fs/promises";
import { StartupError } from "../../../platform/startup-error.ts";

/** What stays free: a full disk is in everybody's way. */
const RESERVE = 16 * 1024 * 1024;

/** Throws StartRefused unless the disk of `folder` has room for so many bytes more. */
export async function assertFreeSpace(folder: string, bytes: number): Promise<void> {
  const missing = bytes + RESERVE - (await freeBytes(folder));
  if (missing <= 0) return;
  throw new StartupError(
    `${folder}: there is no room on this disk; ${Math.ceil(missing / 1024 / 1024)} MB more are needed`,
    "full",
  );
}

/** True when the disk of `folder` has room for so many bytes more. */
export async function hasFreeSpace(folder: string, bytes: number): Promise<boolean> {
  return bytes + RESERVE <= (await freeBytes(folder));
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
