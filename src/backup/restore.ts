import { mkdtempSync, realpathSync, rmSync, statSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { makeClock } from "../clock.ts";
import { EXIT, StartRefused, whyOf } from "../storage/refused.ts";
import { dataFolderAt } from "./contents.ts";
import { realFolder } from "./interrupted.ts";
import { linesOf } from "./lines.ts";
import { type Options, readOptions } from "./options.ts";
import { makePlace, type Place } from "./place.ts";
import { makeProgress } from "./progress.ts";
import type { Report } from "./report.ts";
import { demandRoom, hasRoom } from "./room.ts";
import { openerOf } from "./source.ts";
import { stage } from "./stage.ts";
import { type ArchiveFile, unpack } from "./unpack.ts";
import { scratchBytes, verifyCopy } from "./verify.ts";

const say = (line: string) => void process.stderr.write(`${line}\n`);

/** The copy: a folder (`open` is null), or an archive and how it is read. */
interface Source {
  readonly path: string;
  readonly open: ArchiveFile["open"] | null;
}

/** Checks a copy and, when asked to, puts it in place: three lines on standard output, everything else on standard error. */
async function restore(options: Options): Promise<number> {
  const path = realSource(options);
  const source: Source = { path, open: await openerOf(path, options.passphraseFile) };
  if (options.into === null) return inScratch(path, async (scratch) => (await check(source, scratch)).status);
  refuseOverlap(path, options.into);
  const place = makePlace(options.into, makeClock().iso().replaceAll(/[-:.]/g, ""));
  try {
    return await restoreInto(source, place, options);
  } finally {
    place.leave();
  }
}

async function restoreInto(source: Source, place: Place, options: Options): Promise<number> {
  const { report, folder, status } = await check(source, place.workshop);
  const isUsable = options.withoutMissingPhotos && report.problems.count() === report.problems.count("photo");
  if (report.generation === null || (status !== 0 && !isUsable)) {
    say(`nothing was put in place of ${place.folder}`);
    return status;
  }
  const data = join(place.workshop, "data");
  const progress = makeProgress("copied");
  await stage(
    {
      source: folder,
      generation: report.generation,
      leftOut: report.problems.badPhotos,
      isOurs: folder.startsWith(place.workshop + sep),
      owner: place.owner,
    },
    data,
    progress.tell,
  );
  progress.end();
  const kept = await place.take(data);
  say(`put in place: ${place.folder}${kept === null ? "" : `; what was there before is kept as ${kept}`}`);
  say(
    "All logins of before have ended. After the start log in to the console as an administrator, with the password, and confirm the users and devices. No administrator knows a password: scripts/tenant reset-admin",
  );
  return 0;
}

interface Checked {
  readonly report: Report;
  /** The data folder that was looked at: the source, or what was unpacked of it. */
  readonly folder: string;
  readonly status: number;
}

/** Verifies the source with the help of an empty folder, and prints its three lines. */
async function check(source: Source, scratch: string): Promise<Checked> {
  const folder = await openSource(source, scratch);
  const copy = join(scratch, "check");
  await mkdir(copy, { mode: 0o700 });
  await demandRoom(copy, await scratchBytes(folder));
  const progress = makeProgress("photo files checked");
  const report = await verifyCopy(folder, copy, progress.tell);
  progress.end();
  rmSync(copy, { recursive: true });
  for (const note of report.notes) say(`note: ${note}`);
  process.stdout.write(`${linesOf(report).join("\n")}\n`);
  return { report, folder, status: statusOf(report) };
}

function statusOf({ problems }: Report): number {
  if (problems.count() === 0) return 0;
  return problems.count("newer") > 0 ? EXIT.newer : EXIT.damaged;
}

/** The data folder of the source; an archive is unpacked first. */
async function openSource({ path, open }: Source, scratch: string): Promise<string> {
  let folder = path;
  if (open !== null) {
    folder = join(scratch, "unpacked");
    await mkdir(folder, { mode: 0o700 });
    await demandRoom(folder, statSync(path).size);
    await unpack({ path, open }, folder);
  }
  const found = await dataFolderAt(folder);
  if (found === null) throw new StartRefused(`${path}: there is no database of tallybox in it`, "foreign");
  return found;
}

function realSource({ source }: Options): string {
  try {
    return realpathSync(source);
  } catch {
    throw new StartRefused(`${source}: there is no such folder or archive`);
  }
}

function refuseOverlap(source: string, into: string): void {
  const target = realFolder(into);
  if (source !== target && !source.startsWith(target + sep)) return;
  throw new StartRefused(`${source}: lies in ${into} itself; copy it to another place first`);
}

/** Works in an empty folder on a disk with room for a private copy of the source. */
async function inScratch(source: string, work: (scratch: string) => Promise<number>): Promise<number> {
  const isFolder = statSync(source).isDirectory();
  const data = isFolder ? await dataFolderAt(source) : null;
  const bytes = isFolder ? await scratchBytes(data ?? source) : 2 * statSync(source).size;
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
  const reason = error instanceof Error ? error.message : String(error);
  say(reason.replaceAll("\n", " "));
  const why = whyOf(error);
  process.exitCode = error instanceof StartRefused ? error.status : EXIT[why ?? "setting"];
}
