import { fstatSync, rmSync, statSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join, sep } from "node:path";
import type { Report } from "../check/report.ts";
import { scratchBytes, verifyCopy } from "../check/verify-copy.ts";
import { findDataFolder } from "../data-folder/contents.ts";
import { STAGED } from "../data-folder/interrupted-restore.ts";
import { CopyError } from "./copy-error.ts";
import { assertFreeSpace } from "./disk-space.ts";
import { openArchive } from "./source.ts";
import { stageBytes, stageCopy } from "./stage.ts";
import { unpack } from "./unpack.ts";

// Reads a copy that was made elsewhere: for the command (as-owner.ts) and for the console (console/read-copy-process.ts).

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
  /** Disk space that a running server needs besides. */
  readonly reserveBytes?: number;
}

/** A part of the work. */
export type PrepareStep = "unpacking" | "checking" | "copying";

/** Receives the progress and the result of the check. */
interface PrepareObserver {
  /** `files`: the number of files that the step has processed. */
  progress(step: PrepareStep, files: number): void;
  checked(report: Report): void;
}

/** The result: the report, and whether the data are prepared in the scratch folder. */
interface Prepared {
  readonly report: Report;
  readonly isStaged: boolean;
}

/**
 * Checks a copy. With `into`, it then prepares the data in the scratch folder where they may be restored. `fd` is the
 * descriptor of an archive. Rejects with StartupError where the copy can't be read.
 */
export async function prepare(
  job: PrepareJob,
  fd: number | null,
  observer: PrepareObserver,
): Promise<Prepared> {
  const folder = fd === null ? job.path : await unpacked(job, fd, observer);
  const isMovable = folder.startsWith(job.scratch + sep);
  // Before the check, which may take long.
  if (job.into !== null && !isMovable)
    await assertFreeSpace(job.scratch, await stageBytes(folder), job.reserveBytes);
  const report = await check(job, folder, observer);
  observer.checked(report);
  if (job.into === null || report.generation === null || !isUsable(report, job))
    return { report, isStaged: false };
  const { generation, problems } = report;
  observer.progress("copying", 0);
  await stageCopy(
    { source: folder, generation, excludedPhotos: problems.badPhotos, isMovable },
    join(job.scratch, STAGED),
    (files) => observer.progress("copying", files),
    job.reserveBytes,
  );
  return { report, isStaged: true };
}

function isUsable({ problems }: Report, { withoutMissingPhotos }: PrepareJob): boolean {
  return problems.count() === 0 || (withoutMissingPhotos && problems.count() === problems.count("photo"));
}

async function check(
  { scratch, madeAt, reserveBytes }: PrepareJob,
  folder: string,
  observer: PrepareObserver,
): Promise<Report> {
  const copy = join(scratch, "check");
  await mkdir(copy, { mode: 0o700 });
  await assertFreeSpace(copy, await scratchBytes(folder), reserveBytes);
  observer.progress("checking", 0);
  const progress = (files: number) => observer.progress("checking", files);
  const report = await verifyCopy(folder, copy, progress, madeAt ?? statSync(folder).birthtimeMs);
  rmSync(copy, { recursive: true });
  return report;
}

/** Unpacks an archive and returns its data folder. */
async function unpacked(
  { path, passphrase, scratch, reserveBytes }: PrepareJob,
  fd: number,
  observer: PrepareObserver,
): Promise<string> {
  const archive = await openArchive(path, fd, passphrase);
  const folder = join(scratch, "unpacked");
  await mkdir(folder, { mode: 0o700 });
  await assertFreeSpace(folder, fstatSync(fd).size, reserveBytes);
  observer.progress("unpacking", 0);
  await unpack(archive, folder, (files) => observer.progress("unpacking", files));
  return findDataOrThrow(path, folder);
}

/** Finds the data folder in `folder`. Throws CopyError with the name of the copy, `path`, where there is none. */
export async function findDataOrThrow(path: string, folder: string): Promise<string> {
  const found = await findDataFolder(folder);
  if (found === null) throw new CopyError(`${path}: contains no tallybox database`, "foreign");
  return found;
}
