import { fstatSync, rmSync, statSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join, sep } from "node:path";
import { EXIT, StartupError, startupErrorKindOf } from "../../../platform/startup-error.ts";
import type { Report } from "../check/report.ts";
import { scratchBytes, verifyCopy } from "../check/verify-copy.ts";
import { findDataFolder } from "../data-folder/contents.ts";
import { assertFreeSpace } from "./disk-space.ts";
import { startProgress } from "./progress.ts";
import { reportLines } from "./report-lines.ts";
import { openArchive } from "./source.ts";
import { stageCopy } from "./stage.ts";
import { unpack } from "./unpack.ts";

// All that looks into a foreign copy. Where root calls, it runs in a process of the data folder's owner (as-owner.ts).

/** A copy to be checked, and perhaps made ready to be put in place. */
export interface PrepareJob {
  readonly path: string;
  /** A data folder: when its folder was made, ms since 1970, 0: not known. Null: it is an archive. */
  readonly madeAt: number | null;
  readonly passphrase: string | null;
  /** An empty folder for everything that is made. */
  readonly scratch: string;
  /** The data folder in whose place it is to be put; null: it is checked alone. */
  readonly into: string | null;
  readonly withoutMissingPhotos: boolean;
}

/** In the scratch folder: what is to be put in place. */
export const STAGED = "data";

export const writeLine = (line: string) => void process.stderr.write(`${line}\n`);

/** Says why something failed, in one line; gives the exit status. */
export function reportFailure(error: unknown): number {
  const reason = error instanceof Error ? error.message : String(error);
  writeLine(reason.replaceAll("\n", " "));
  return error instanceof StartupError ? error.status : EXIT[startupErrorKindOf(error) ?? "setting"];
}

/**
 * Checks a copy and prints its three lines; where it is to be put in place, it stands in the scratch folder then. `fd`: of an
 * archive. Gives the exit status; other than 0: nothing is to be put in place. Rejects with StartRefused.
 */
export async function prepare(job: PrepareJob, fd: number | null): Promise<number> {
  const { report, folder } = await check(job, fd);
  const status = statusOf(report);
  if (job.into === null) return status;
  const isUsable = job.withoutMissingPhotos && report.problems.count() === report.problems.count("photo");
  if (report.generation === null || (status !== 0 && !isUsable)) {
    writeLine(`nothing was put in place of ${job.into}`);
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
    progress.tell,
  );
  progress.end();
  return 0;
}

interface Checked {
  readonly report: Report;
  /** The data folder that was looked at: the copy, or what was unpacked of it. */
  readonly folder: string;
}

async function check(job: PrepareJob, fd: number | null): Promise<Checked> {
  const folder = fd === null ? job.path : await unpacked(job, fd);
  const copy = join(job.scratch, "check");
  await mkdir(copy, { mode: 0o700 });
  await assertFreeSpace(copy, await scratchBytes(folder));
  const progress = startProgress("photo files checked");
  const report = await verifyCopy(folder, copy, progress.tell, job.madeAt ?? statSync(folder).birthtimeMs);
  progress.end();
  rmSync(copy, { recursive: true });
  for (const note of report.notes) writeLine(`note: ${note}`);
  process.stdout.write(`${reportLines(report).join("\n")}\n`);
  return { report, folder };
}

/** The data folder of an archive. */
async function unpacked({ path, passphrase, scratch }: PrepareJob, fd: number): Promise<string> {
  const archive = await openArchive(path, fd, passphrase);
  const folder = join(scratch, "unpacked");
  await mkdir(folder, { mode: 0o700 });
  await assertFreeSpace(folder, fstatSync(fd).size);
  await unpack(archive, folder);
  return findDataOrThrow(path, folder);
}

/** The data folder in `folder`. Throws StartRefused, which names the copy at `path`, where there is none. */
export async function findDataOrThrow(path: string, folder: string): Promise<string> {
  const found = await findDataFolder(folder);
  if (found === null) throw new StartupError(`${path}: there is no database of tallybox in it`, "foreign");
  return found;
}

function statusOf({ problems }: Report): number {
  if (problems.count() === 0) return 0;
  return problems.count("newer") > 0 ? EXIT.newer : EXIT.damaged;
}
