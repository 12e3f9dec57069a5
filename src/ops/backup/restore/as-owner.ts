import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, lchownSync, lstatSync, readdirSync } from "node:fs";
import { cp, lstat } from "node:fs/promises";
import { join } from "node:path";
import { StartupError } from "../../../platform/startup-error.ts";
import type { Owner } from "../data-folder/owner.ts";
import { assertFreeSpace } from "./disk-space.ts";
import { type PrepareJob, prepare } from "./prepare.ts";

const WORKER = join(import.meta.dirname, "prepare-process.ts");

/**
 * Does the job: where root calls and the data folder is somebody else's, in a process of that owner, so that no foreign file is
 * parsed with the rights of root. Gives its exit status. Throws as `prepare` does.
 */
export async function prepareAs(owner: Owner | null, job: PrepareJob, fd: number | null): Promise<number> {
  if (owner === null || owner.uid === 0) return prepare(job, fd);
  const ownJob = fd === null ? await readableBy(owner, job) : job;
  // Handed over last: nobody else can change what root copies there.
  chownSync(job.scratch, owner.uid, owner.gid);
  return inProcessOf(owner, ownJob, fd);
}

async function inProcessOf({ uid, gid }: Owner, job: PrepareJob, fd: number | null): Promise<number> {
  const worker = spawn(process.execPath, [...process.execArgv, WORKER], {
    uid,
    gid,
    cwd: "/",
    // It ends when its standard input does: with this process, whatever ends it.
    stdio: ["pipe", "inherit", "inherit", fd ?? "ignore"],
  });
  // A worker that could not start, or has ended early, tells so by its end.
  worker.stdin?.on("error", () => {});
  worker.stdin?.write(`${JSON.stringify(job)}\n`);
  const [status, signal] = await once(worker, "exit");
  worker.stdin?.destroy();
  if (status !== null) return status;
  throw new StartupError(`the check of the copy was ended (${signal}); nothing was changed`);
}

/** The job on a folder that the owner can read: the copy itself, or one of it in the scratch folder. Root reads, and parses nothing. */
async function readableBy(owner: Owner, job: PrepareJob): Promise<PrepareJob> {
  if (isReadableBy(owner, job.path)) return job;
  const copy = join(job.scratch, "copy");
  await assertFreeSpace(job.scratch, bytesIn(job.path));
  // Links are left out: root would follow them to what is not the owner's.
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
