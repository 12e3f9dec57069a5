import { lstatSync, mkdtempSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { makeClock } from "../../platform/clock.ts";
import { StartupError } from "../../platform/startup-error.ts";
import { INSTALLED_UNDER, RELEASE_FOLDER, serviceEnvironment } from "../systemd/installed.ts";
import { prepareAs } from "./as-owner.ts";
import { hasRoom } from "./disk-space.ts";
import { realFolder } from "./interrupted.ts";
import { type Options, readOptions } from "./options.ts";
import { type Owner, ownerFor } from "./owner.ts";
import { makePlace, type Place } from "./place.ts";
import { demandData, type Job, STAGED, say, statusOfFailure } from "./prepare.ts";
import { closeSource, openSource, type Source } from "./source.ts";
import { scratchBytes } from "./verify.ts";

const isInstalled = RELEASE_FOLDER.startsWith(`${INSTALLED_UNDER}/`);

/** Checks a copy and, when asked to, puts it in place: three lines on standard output, everything else on standard error. */
async function restore(options: Options): Promise<number> {
  const path = realSource(options);
  if (options.into !== null) refuseOverlap(path, options.into);
  const source = await openSource(path, options.passphraseFile);
  try {
    if (options.into === null)
      return await inScratch(path, async (scratch) =>
        prepareAs(serviceOwner(), await jobOf(source, scratch, options), source.fd),
      );
    const place = makePlace(options.into, makeClock().iso().replaceAll(/[-:.]/g, ""));
    try {
      return await restoreInto(source, place, options);
    } finally {
      place.leave();
    }
  } finally {
    closeSource(source);
  }
}

async function restoreInto(source: Source, place: Place, options: Options): Promise<number> {
  const job = await jobOf(source, place.workshop, options);
  const status = await prepareAs(place.owner, job, source.fd);
  if (status !== 0) return status;
  const data = join(place.workshop, STAGED);
  if (!lstatSync(data).isDirectory()) throw new StartupError(`${data}: is no folder`, "damaged");
  const kept = await place.take(data);
  say(`put in place: ${place.folder}${kept === null ? "" : `; what was there before is kept as ${kept}`}`);
  if (kept !== null)
    say(
      `It holds all data and keys of before; ${isInstalled ? "it is removed after 30 days" : "remove it when all is well"}.`,
    );
  say(
    "All logins of before have ended. After the start log in to the console as an administrator, with the password, and confirm the users and devices. No administrator knows a password: scripts/tenant reset-admin",
  );
  return 0;
}

async function jobOf({ path, fd, passphrase }: Source, scratch: string, options: Options): Promise<Job> {
  const { into, withoutMissingPhotos } = options;
  const common = { passphrase, scratch, into: into && realFolder(into), withoutMissingPhotos };
  if (fd !== null) return { ...common, path, madeAt: null };
  const folder = await demandData(path, path);
  return { ...common, path: folder, madeAt: statSync(folder).birthtimeMs };
}

/** Whose the data of the installed service are, where root calls. */
function serviceOwner(): Owner | null {
  if (!isInstalled) return null;
  const { DATA_DIR } = serviceEnvironment();
  return DATA_DIR === undefined ? null : ownerFor(realFolder(DATA_DIR));
}

function realSource({ source }: Options): string {
  try {
    return realpathSync(source);
  } catch {
    throw new StartupError(`${source}: there is no such folder or archive`);
  }
}

function refuseOverlap(source: string, into: string): void {
  const target = realFolder(into);
  if (source !== target && !source.startsWith(target + sep)) return;
  throw new StartupError(`${source}: lies in ${into} itself; copy it to another place first`);
}

/** Works in an empty folder on a disk with room for a private copy of the source. */
async function inScratch(source: string, work: (scratch: string) => Promise<number>): Promise<number> {
  const isFolder = statSync(source).isDirectory();
  const bytes = isFolder ? await scratchBytes(await demandData(source, source)) : 2 * statSync(source).size;
  // The first is often a small one in memory.
  const place = (await hasRoom(tmpdir(), bytes)) ? tmpdir() : "/var/tmp";
  const scratch = mkdtempSync(join(place, "tallybox-restore-"));
  try {
    return await work(scratch);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

try {
  process.umask(0o077);
  process.exitCode = await restore(
    readOptions(process.argv.slice(2), process.env["INIT_CWD"] ?? process.cwd()),
  );
} catch (error) {
  process.exitCode = statusOfFailure(error);
}
