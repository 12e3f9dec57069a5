import { closeSync, openSync } from "node:fs";
import { chmod, constants, copyFile } from "node:fs/promises";
import { join } from "node:path";
import Database from "better-sqlite3";
import { StartupError } from "../../../platform/startup-error.ts";
import { databaseHandle } from "../../../storage/database/connection.ts";
import { migrate, refusalOf } from "../../../storage/database/migrations.ts";
import { lastProgramVersion, readSyncedPosition } from "../../../storage/generations/folder-state.ts";
import {
  assertGeneration,
  findEmptyOrphans,
  listGenerations,
} from "../../../storage/generations/generations.ts";
import { savedMainChecksum, sha256Of } from "../../../storage/generations/main-file-checksum.ts";
import { RETENTION_SECONDS } from "../../../storage/generations/maintenance.ts";
import { lostCommits, readWal, readWalHeader } from "../../../storage/generations/wal.ts";
import { fileSize, listSmallFiles } from "../data-folder/contents.ts";
import { findDatabaseErrors, readContents, schemaVersion } from "./database.ts";
import { checkPhotoFiles, checkSmallFile } from "./files.ts";
import { makeProblems, type Problems, type Report } from "./report.ts";

const PHOTO_CONCURRENCY = 8;

/**
 * Checks a copy of a data folder without changing it: it may be on a read-only medium. The database is opened as a private
 * copy in `scratch`, an empty folder. `createdAt` is the creation time of the copy's folder in milliseconds since 1970, 0
 * where it is unknown. `onProgress` receives the number of checked photo files. Problems are in the report; rejects only
 * where the copy can't be read.
 */
export async function verifyCopy(
  folder: string,
  scratch: string,
  onProgress: (checked: number) => void | Promise<void>,
  createdAt: number,
): Promise<Report> {
  const problems = makeProblems();
  const generation = listGenerations(folder).at(-1) ?? null;
  const program = lastProgramVersion(folder);
  const empty: Report = { generation, version: null, program, contents: null, problems, notes: [] };
  if (generation === null) {
    problems.add("database", "there is no database");
    return empty;
  }
  if (!isOpenable(folder, generation, problems)) return empty;
  const lost = lostCommits(join(folder, `${generation}-wal`), readSyncedPosition(folder));
  if (lost === "lost")
    problems.add("database", `${generation}-wal is damaged in the middle: later writes are lost`);
  const copy = await privateCopy(folder, generation, scratch);
  const sha256 = sha256Of(copy);
  const connection = new Database(copy);
  try {
    const { version, contents } = readDatabase(connection, generation, sha256, problems);
    const notes = stateNotes(folder, generation);
    if (lost === "behind")
      notes.push("the log ends with incomplete writes from a power failure; none of them was acknowledged");
    if (contents !== null) {
      const late = await checkPhotoFiles(connection, folder, problems, {
        concurrency: PHOTO_CONCURRENCY,
        copyStartedAt: copyStart(createdAt, contents.at),
        onProgress,
      });
      if (late > 0) notes.push(`${late} photo files are not in it: they were added after the copying began`);
    }
    for (const name of await listSmallFiles(folder)) await checkSmallFile(folder, name, problems);
    return { generation, version, program, contents, problems, notes };
  } finally {
    connection.close();
  }
}

/** Notes for a copy that is intact but whose log is shorter than the server has recorded. */
function stateNotes(folder: string, generation: string): string[] {
  const recorded = readSyncedPosition(folder);
  if (recorded?.generation !== generation) return [];
  if (countFrames(join(folder, `${generation}-wal`)) >= recorded.frames) return [];
  return ["its log ends earlier than the server has recorded: check the second line for missing data"];
}

function countFrames(log: string): number {
  const fd = openSync(log, "r");
  try {
    const head = readWalHeader(fd);
    return head === null ? 0 : readWal(fd, head).end.frames;
  } finally {
    closeSync(fd);
  }
}

/**
 * Start of the copying in milliseconds since 1970: the creation of the folder, but at most RETENTION_SECONDS before the last
 * in the copy, because the folder may have held an earlier copy. Null where it is unknown.
 */
function copyStart(createdAt: number, lastWrite: string): number | null {
  return createdAt > 0 ? Math.max(createdAt, Date.parse(lastWrite) - RETENTION_SECONDS * 1000) : null;
}

/** Runs the checks of a start that come before the database is opened. */
function isOpenable(folder: string, generation: string, problems: Problems): boolean {
  try {
    findEmptyOrphans(folder, generation);
    assertGeneration(folder, generation);
    return true;
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    problems.add("database", error.message);
    return false;
  }
}

async function privateCopy(folder: string, generation: string, scratch: string): Promise<string> {
  for (const name of [generation, `${generation}-wal`]) {
    await copyFile(join(folder, name), join(scratch, name), constants.COPYFILE_FICLONE);
    await chmod(join(scratch, name), 0o600);
  }
  return join(scratch, generation);
}

/** Checks the database and migrates the private copy, which proves that a start can migrate it. */
function readDatabase(
  connection: Database.Database,
  name: string,
  sha256: string,
  problems: Problems,
): Pick<Report, "version" | "contents"> {
  let version: number | null = null;
  try {
    version = schemaVersion(connection);
    const refusal = refusalOf(version);
    if (refusal !== null) {
      problems.add(refusal.kind, refusal.text);
      return { version, contents: null };
    }
    if (sha256 !== (savedMainChecksum(connection) ?? sha256))
      problems.add("database", `${name} is not as it was written`);
    for (const error of findDatabaseErrors(connection)) problems.add("database", `${name}: ${error}`);
    migrate(connection, name);
    return { version, contents: readContents(databaseHandle(connection)) };
  } catch (error) {
    if (!(error instanceof Database.SqliteError || error instanceof StartupError)) throw error;
    problems.add("database", `${name} can't be read (${error.message})`);
    return { version, contents: null };
  }
}

/** Bytes that `verifyCopy` needs for a database of this size: a private copy, and the log of its migrations. */
export const scratchBytesFor = (databaseBytes: number) => 4 * databaseBytes;

/** Bytes that `verifyCopy` needs in its scratch folder at most. */
export async function scratchBytes(folder: string): Promise<number> {
  const generation = listGenerations(folder).at(-1);
  if (generation === undefined) return 0;
  const sizes = await Promise.all(
    [generation, `${generation}-wal`].map((name) => fileSize(join(folder, name))),
  );
  return scratchBytesFor(sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0));
}
