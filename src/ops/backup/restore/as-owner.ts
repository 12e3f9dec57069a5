import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, lchownSync, lstatSync, readdirSync } from "node:fs";
import { cp, lstat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { StartupError } from "../../../platform/startup-error.ts";
import type { Owner } from "../data-folder/owner.ts";
import { assertFreeSpace } from "./disk-space.ts";
import type { PrepareJob } from "./prepare.ts";
import { preparePrinted } from "./prepare-printed.ts";

const PROCESS = fileURLToPath(new URL("./prepare-process.ts", import.meta.url));

/**
 * Runs the job. Under root it runs in a process of the data folder's owner, so that root never parses untrusted files.
 * Returns the exit status. Throws the errors of `preparePrinted`.
 */
export async function prepareAs(owner: Owner | null, job: PrepareJob, fd: number | null): Promise<number> {
  if (owner === null || owner.uid === 0) return preparePrinted(job, fd);
  const ownJob = fd === null ? await makeReadable(owner, job) : job;
  // Changed last: until then only root can write there.
  chownSync(job.scratch, owner.uid, owner.gid);
  return runProcess(owner, ownJob, fd);
}

async function runProcess({ uid, gid }: Owner, job: PrepareJob, fd: number | null): Promise<number> {
  const child = spawn(process.execPath, [...process.execArgv, PROCESS], {
    uid,
    gid,
    cwd: "/",
    // It ends when its standard input closes, that is at the latest with this process.
    stdio: ["pipe", "inherit", "inherit", fd ?? "ignore"],
  });
  // A process that can't start or ends early is reported by its exit.
  child.stdin?.on("error", () => {});
  child.stdin?.write(`${JSON.stringify(job)}\n`);
  const [status, signal] = await once(child, "exit");
  child.stdin?.destroy();
  if (status !== null) return status;
  throw new StartupError(`the check of the copy was ended by ${signal}. Nothing was changed.`);
}

/** Bytes that `prepareAs` needs for a duplicate of the folder in the scratch folder; 0 without one. */
export function duplicateBytes(owner: Owner | null, folder: string): number {
  return owner === null || owner.uid === 0 || isReadableBy(owner, folder) ? 0 : bytesIn(folder);
}

/** Returns the job with a folder that the owner can read: the copy, or a duplicate in the scratch folder. Root parses nothing. */
async function makeReadable(owner: Owner, job: PrepareJob): Promise<PrepareJob> {
  if (isReadableBy(owner, job.path)) return job;
  const copy = join(job.scratch, "copy");
  await assertFreeSpace(job.scratch, bytesIn(job.path));
  // Without symbolic links: root could follow them to files of others.
  const isPlain = async (path: string) => {
    const found = await lstat(path);
    return found.isFile() || found.isDirectory();
  };
  await cp(job.path, copy, { recursive: true, filter: isPlain });
  for (const name of ["", ...readdirSync(copy, { recursive: true, encoding: "utf8" })])
    lchownSync(join(copy, name), owner.uid, owner.gid);
  return { ...job, path: copy };
}

function isReadableBy({ uid, gid }: Owner, folder: string): boolean {
  const unreadable = [folder, "!", "-readable", "-print", "-quit"];
  const { status, stdout } = spawnSync("find", unreadable, { uid, gid, cwd: "/", encoding: "utf8" });
  return status === 0 && stdout === "";
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => lstatSync(join(folder, name)).size)
    .reduce((sum, bytes) => sum + bytes, 0);
}
