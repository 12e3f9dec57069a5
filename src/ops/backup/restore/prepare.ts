import { fstatSync, rmSync, statSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join, sep } from "node:path";
import { EXIT, StartupError, startupErrorKindOf } from "../../../platform/startup-error.ts";
import type { Report } from "../check/report.ts";
import { scratchBytes, verifyCopy } from "../check/verify-copy.ts";
import { findDataFolder } from "../data-folder/contents.ts";
import { assertFreeSpace } from "./disk-space.ts";
import { reportLines } from "./report-lines.ts";
import { openArchive } from "./source.ts";
import { stageCopy } from "./stage.ts";
import { unpack } from "./unpack.ts";

// Reads a copy that was made elsewhere. Under root it runs in a process of the data folder's owner (as-owner.ts).

/** A copy to check and, with `into`, to prepare for the data folder. */
export interface PrepareJob {
  readonly path: string;
  /** Creation time of a copied folder in milliseconds since 1970, 0 where unknown; null for an archive. */
  readonly madeAt: number | null;
  readonly passphrase: string | null;
  /** An empty folder for all temporary files. */
  readonly scratch: string;
  /** The data folder to replace; null: only check the copy. */
  readonly into: string | null;
  readonly withoutMissingPhotos: boolean;
}

/** Folder in the scratch folder with the prepared data. */
export const STAGED = "data";

/** Writes a line to standard error. */
export const writeLine = (line: string) => void process.stderr.write(`${line}\n`);

/** Prints the reason of a failure in one line and returns the exit status. */
export function reportFailure(error: unknown): number {
  const reason = error instanceof Error ? error.message : String(error);
  writeLine(reason.replaceAll("\n", " "));
  return error instanceof StartupError ? error.status : EXIT[startupErrorKindOf(error) ?? "setting"];
}

/**
 * Checks a copy and prints its three lines. With `into`, it then prepares the data in the scratch folder. `fd` is the
 * descriptor of an archive. Returns the exit status; other than 0 means that nothing may be restored. Rejects with
 * StartupError.
 */
export async function prepare(job: PrepareJob, fd: number | null): Promise<number> {
  const { report, folder } = await check(job, fd);
  const status = statusOf(report);
  if (job.into === null) return status;
  const isUsable = job.withoutMissingPhotos && report.problems.count() === report.problems.count("photo");
  if (report.generation === null || (status !== 0 && !isUsable)) {
    writeLine(`Nothing was restored to ${job.into}.`);
    return status;
  }
  const progress = startProgress("copied");
  await stageCopy(
    {
      source: folder,
      generation: report.generation,
      excludedPhotos: report.problems.badPhotos,
      isMovable: folder.startsWith(job.scratch + sep),
    },
    join(job.scratch, STAGED),
    progress.update,
  );
  progress.stop();
  return 0;
}

interface Checked {
  readonly report: Report;
  /** The checked data folder: the copy, or the unpacked archive. */
  readonly folder: string;
}

async function check(job: PrepareJob, fd: number | null): Promise<Checked> {
  const folder = fd === null ? job.path : await unpacked(job, fd);
  const copy = join(job.scratch, "check");
  await mkdir(copy, { mode: 0o700 });
  await assertFreeSpace(copy, await scratchBytes(folder));
  const progress = startProgress("photo files checked");
  const report = await verifyCopy(folder, copy, progress.update, job.madeAt ?? statSync(folder).birthtimeMs);
  progress.stop();
  rmSync(copy, { recursive: true });
  for (const note of report.notes) writeLine(`note: ${note}`);
  process.stdout.write(`${reportLines(report).join("\n")}\n`);
  return { report, folder };
}

/** Unpacks an archive and returns its data folder. */
async function unpacked({ path, passphrase, scratch }: PrepareJob, fd: number): Promise<string> {
  const archive = await openArchive(path, fd, passphrase);
  const folder = join(scratch, "unpacked");
  await mkdir(folder, { mode: 0o700 });
  await assertFreeSpace(folder, fstatSync(fd).size);
  await unpack(archive, folder);
  return findDataOrThrow(path, folder);
}

/** Finds the data folder in `folder`. Throws StartupError with the name of the copy, `path`, where there is none. */
export async function findDataOrThrow(path: string, folder: string): Promise<string> {
  const found = await findDataFolder(folder);
  if (found === null) throw new StartupError(`${path}: contains no tallybox database`, "foreign");
  return found;
}

function statusOf({ problems }: Report): number {
  if (problems.count() === 0) return 0;
  return problems.count("newer") > 0 ? EXIT.newer : EXIT.damaged;
}

const PROGRESS_INTERVAL_MS = 2000;

/** Prints the count on standard error every two seconds. */
function startProgress(task: string): { update(count: number): void; stop(): void } {
  let count = 0;
  const timer = setInterval(() => process.stderr.write(`${count} ${task} …\n`), PROGRESS_INTERVAL_MS).unref();
  return {
    update(now) {
      count = now;
    },
    stop: () => clearInterval(timer),
  };
}
