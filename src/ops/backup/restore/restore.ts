import { lstatSync, mkdtempSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { makeClock } from "../../../platform/clock.ts";
import { StartupError } from "../../../platform/startup-error.ts";
import { INSTALL_FOLDER, RELEASE_FOLDER, serviceEnvironment } from "../../installation.ts";
import { SCRATCH_FACTOR, scratchBytes } from "../check/verify-copy.ts";
import { resolveFolder } from "../data-folder/interrupted-restore.ts";
import { findOwner, type Owner } from "../data-folder/owner.ts";
import { prepareAs } from "./as-owner.ts";
import { hasFreeSpace } from "./disk-space.ts";
import { type Options, readOptions } from "./options.ts";
import { findDataOrThrow, type PrepareJob, reportFailure, STAGED, writeLine } from "./prepare.ts";
import { type CopySource, closeSource, openSource } from "./source.ts";
import { openRestoreTarget, type RestoreTarget } from "./target.ts";

const isInstalled = RELEASE_FOLDER.startsWith(`${INSTALL_FOLDER}/`);

/** Checks a copy and, with --into, puts it in place. Prints three lines on standard output, all others on standard error. */
async function restore(options: Options): Promise<number> {
  const path = realSource(options);
  if (options.into !== null) assertNoOverlap(path, options.into);
  const source = await openSource(path, options.passphraseFile);
  try {
    if (options.into === null)
      return await inScratch(path, async (scratch) =>
        prepareAs(serviceOwner(), await jobOf(source, scratch, options), source.fd),
      );
    const place = openRestoreTarget(options.into, makeClock().iso().replaceAll(/[-:.]/g, ""));
    try {
      return await restoreInto(source, place, options);
    } finally {
      place.close();
    }
  } finally {
    closeSource(source);
  }
}

async function restoreInto(source: CopySource, place: RestoreTarget, options: Options): Promise<number> {
  const job = await jobOf(source, place.workFolder, options);
  const status = await prepareAs(place.owner, job, source.fd);
  if (status !== 0) return status;
  const data = join(place.workFolder, STAGED);
  if (!lstatSync(data).isDirectory()) throw new StartupError(`${data}: is no folder`, "damaged");
  const kept = await place.replaceWith(data);
  writeLine(
    `put in place: ${place.folder}${kept === null ? "" : `; what was there before is kept as ${kept}`}`,
  );
  if (kept !== null)
    writeLine(
      `It holds all data and keys of before; ${isInstalled ? "it is removed after 30 days" : "remove it when all is well"}.`,
    );
  writeLine(
    "All logins of before have ended. After the start log in to the console as an administrator, with the password, and confirm the users and devices. No administrator knows a password: scripts/tenant reset-admin",
  );
  return 0;
}

async function jobOf(
  { path, fd, passphrase }: CopySource,
  scratch: string,
  options: Options,
): Promise<PrepareJob> {
  const { into, withoutMissingPhotos } = options;
  const common = { passphrase, scratch, into: into && resolveFolder(into), withoutMissingPhotos };
  if (fd !== null) return { ...common, path, madeAt: null };
  const folder = await findDataOrThrow(path, path);
  return { ...common, path: folder, madeAt: statSync(folder).birthtimeMs };
}

/** Owner of the installed service's data, under root; null otherwise. */
function serviceOwner(): Owner | null {
  if (!isInstalled) return null;
  const { DATA_DIR } = serviceEnvironment();
  return DATA_DIR === undefined ? null : findOwner(resolveFolder(DATA_DIR));
}

function realSource({ source }: Options): string {
  try {
    return realpathSync(source);
  } catch {
    throw new StartupError(`${source}: there is no such folder or archive`);
  }
}

function assertNoOverlap(source: string, into: string): void {
  const target = resolveFolder(into);
  if (source !== target && !source.startsWith(target + sep)) return;
  throw new StartupError(`${source}: lies in ${into} itself; copy it to another place first`);
}

/** Runs `work` with an empty folder on a disk with free space for a private copy of the source. */
async function inScratch(source: string, work: (scratch: string) => Promise<number>): Promise<number> {
  const isFolder = statSync(source).isDirectory();
  const bytes = isFolder
    ? await scratchBytes(await findDataOrThrow(source, source))
    : (1 + SCRATCH_FACTOR) * statSync(source).size;
  // The temporary folder is often small and in memory.
  const place = (await hasFreeSpace(tmpdir(), bytes)) ? tmpdir() : "/var/tmp";
  const scratch = mkdtempSync(join(place, "tallybox-restore-"));
  try {
    return await work(scratch);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** Runs the command with its arguments and returns its exit status. Relative paths are below `folder`. */
export async function runRestore(args: string[], folder: string): Promise<number> {
  process.umask(0o077);
  try {
    return await restore(readOptions(args, folder));
  } catch (error) {
    return reportFailure(error);
  }
}

if (import.meta.main)
  process.exitCode = await runRestore(process.argv.slice(2), process.env["INIT_CWD"] ?? process.cwd());
