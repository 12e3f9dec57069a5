import { lstatSync, mkdtempSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { makeClock } from "../../../platform/clock.ts";
import { StartupError } from "../../../platform/startup-error.ts";
import { reportFailure, scriptCommand } from "../../command-line.ts";
import { isInstalled, serviceEnvironment } from "../../installation.ts";
import { scratchBytes, scratchBytesFor } from "../check/verify-copy.ts";
import { resolveFolder, STAGED } from "../data-folder/interrupted-restore.ts";
import { findOwner, type Owner } from "../data-folder/owner.ts";
import { duplicateBytes, prepareAs } from "./as-owner.ts";
import { hasFreeSpace } from "./disk-space.ts";
import { type Options, readOptions } from "./options.ts";
import { findDataOrThrow, type PrepareJob } from "./prepare.ts";
import { writeLine } from "./prepare-printed.ts";
import { type CopySource, closeSource, openSource } from "./source.ts";
import { openRestoreTarget, type RestoreTarget } from "./target.ts";

/** Checks a copy and, with --into, moves it to the target. Prints three lines on standard output, all others on standard error. */
async function restore(options: Options): Promise<number> {
  const path = realSource(options);
  if (options.into !== null) assertNoOverlap(path, options.into);
  const source = await openSource(path, options.passphraseFile);
  try {
    if (options.into === null)
      return await inScratch(path, async (scratch) =>
        prepareAs(serviceOwner(), await jobOf(source, scratch, options), source.fd),
      );
    const target = openRestoreTarget(options.into, makeClock().iso().replaceAll(/[-:.]/g, ""));
    try {
      return await restoreInto(source, target, options);
    } finally {
      target.close();
    }
  } finally {
    closeSource(source);
  }
}

async function restoreInto(source: CopySource, target: RestoreTarget, options: Options): Promise<number> {
  const job = await jobOf(source, target.workFolder, options);
  const status = await prepareAs(target.owner, job, source.fd);
  if (status !== 0) return status;
  const data = join(target.workFolder, STAGED);
  if (!lstatSync(data).isDirectory()) throw new StartupError(`${data}: not a folder`, "damaged");
  const earlier = await target.replaceWith(data);
  writeLine(
    `Restored to ${target.folder}.${earlier === null ? "" : ` The earlier data folder is kept as ${earlier}.`}`,
  );
  if (earlier !== null)
    writeLine(
      `It contains all earlier data and keys. ${isInstalled ? "It is removed after 30 days." : "Remove it when the restored data are verified."}`,
    );
  writeLine(
    `All earlier logins have ended. Start the server, log in to the console as an administrator with the password, and confirm the users and devices. To reset an administrator's password: ${scriptCommand("tenant")} reset-admin`,
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
    throw new StartupError(`${source}: no such folder or archive`);
  }
}

function assertNoOverlap(source: string, into: string): void {
  const target = resolveFolder(into);
  if (source !== target && !source.startsWith(target + sep)) return;
  throw new StartupError(
    `${source}: the source is inside the target ${into}. Copy it to another folder first.`,
  );
}

/** Bytes that the check of the source needs in its scratch folder at most, as this owner. */
export async function bytesToCheck(source: string, owner: Owner | null): Promise<number> {
  const found = statSync(source);
  if (!found.isDirectory()) return found.size + scratchBytesFor(found.size);
  const folder = await findDataOrThrow(source, source);
  return (await scratchBytes(folder)) + duplicateBytes(owner, folder);
}

/** Runs `work` with an empty folder on a disk with free space for a private copy of the source. */
async function inScratch(source: string, work: (scratch: string) => Promise<number>): Promise<number> {
  const bytes = await bytesToCheck(source, serviceOwner());
  // The temporary folder is often small and in memory.
  const parent = (await hasFreeSpace(tmpdir(), bytes)) ? tmpdir() : "/var/tmp";
  const scratch = mkdtempSync(join(parent, "tallybox-restore-"));
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
