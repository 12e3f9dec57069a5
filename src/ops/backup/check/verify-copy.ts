import { chmod, constants, copyFile } from "node:fs/promises";
import { join } from "node:path";
import Database from "better-sqlite3";
import { forEachConcurrent } from "../../../platform/for-each-concurrent.ts";
import { StartupError } from "../../../platform/startup-error.ts";
import { migrate, readMigrations } from "../../../storage/database/migrations.ts";
import { notedSha256, sha256Of } from "../../../storage/generations/first-commit.ts";
import { notedIn, workedOnBy } from "../../../storage/generations/folder-state.ts";
import { checkGeneration, emptyOrphans, listGenerations } from "../../../storage/generations/generations.ts";
import { lostCommits } from "../../../storage/generations/lost-commits.ts";
import { fileSize, listSmallFiles } from "../data-folder/contents.ts";
import { databaseHandle, findDatabaseErrors, readContents, schemaVersion } from "./database.ts";
import { checkPhotoFile, listPhotoFiles } from "./files.ts";
import { notesOf } from "./folder-state-reader.ts";
import { makeProblems, type Problems, type Report } from "./report.ts";
import { checkSmallFile } from "./small-files.ts";

/** Told of each photo file that was looked at; the next waits for it. */
type Tell = (photos: number) => void | Promise<void>;

const PHOTOS_AT_ONCE = 8;

/**
 * Checks a copy of a data folder without changing it (it may be on a read-only stick): the database is opened as a
 * private copy in `scratch`, an empty folder. `madeAt`: when its folder was made, ms since 1970; 0: not known. What is wrong is in the report; rejects only where it can't be read.
 */
export async function verifyCopy(
  folder: string,
  scratch: string,
  tell: Tell,
  madeAt: number,
): Promise<Report> {
  const problems = makeProblems();
  const generation = listGenerations(folder).at(-1) ?? null;
  const program = workedOnBy(folder);
  const nothing: Report = { generation, version: null, program, contents: null, problems, notes: [] };
  if (generation === null) {
    problems.add("database", "there is no database");
    return nothing;
  }
  if (!isWhole(folder, generation, problems)) return nothing;
  const lost = lostCommits(join(folder, `${generation}-wal`), notedIn(folder));
  if (lost === "lost")
    problems.add(
      "database",
      `${generation}-wal is damaged in the middle: what was written after that is lost`,
    );
  const copy = await privateCopy(folder, generation, scratch);
  const sha256 = sha256Of(copy);
  const connection = new Database(copy);
  try {
    const { version, contents: holds } = readDatabase(connection, generation, sha256, problems);
    const notes = notesOf(folder, generation);
    if (lost === "behind")
      notes.push(
        "behind the end of the log stand writes that a power cut has left in part; none was acknowledged",
      );
    if (holds !== null) {
      const began = copyingSince(madeAt, holds.at);
      const late = await checkPhotoFiles(connection, folder, problems, {
        atOnce: PHOTOS_AT_ONCE,
        copyStartedAt: began,
        onProgress: tell,
      });
      if (late > 0) notes.push(`${late} photo files are not in it: they came after the copying had begun`);
    }
    for (const name of await listSmallFiles(folder)) await checkSmallFile(folder, name, problems);
    return { generation, version, program, contents: holds, problems, notes };
  } finally {
    connection.close();
  }
}

/** A copy may take so long. */
const LONGEST_COPY_MS = 2 * 3_600_000;

/**
 * Since when the copy was being made, in milliseconds since 1970: since its folder was made, but no more than two hours
 * before the last write that it holds (the folder may have been used for a copy before). Null: not known.
 */
function copyingSince(madeAt: number, lastWrite: string): number | null {
  return madeAt > 0 ? Math.max(madeAt, Date.parse(lastWrite) - LONGEST_COPY_MS) : null;
}

/** How photo files are looked at. */
interface PhotoCheckOptions {
  readonly atOnce: number;
  /**
   * When the folder was made, in milliseconds since 1970; null: it is no copy. What is copied file by file while the box
   * works holds everything from before; of a photo that came meanwhile it may hold the row alone.
   */
  readonly copyStartedAt: number | null;
  readonly onProgress: Tell;
}

/** Looks at every photo file that the database behind `connection` names; gives how many came too late for the copy. */
export async function checkPhotoFiles(
  connection: Database.Database,
  folder: string,
  problems: Problems,
  { atOnce, copyStartedAt: began, onProgress: tell }: PhotoCheckOptions,
): Promise<number> {
  let looked = 0;
  let late = 0;
  await forEachConcurrent(listPhotoFiles(databaseHandle(connection)), atOnce, async (file) => {
    const fault = await checkPhotoFile(folder, file);
    if (fault?.isMissing && began !== null && Date.parse(file.createdDT) >= began) late++;
    else if (fault !== null) problems.addPhoto(file.name, fault.message);
    await tell(++looked);
  });
  return late;
}

/** The checks that a start makes too, before anything is opened. */
function isWhole(folder: string, generation: string, problems: Problems): boolean {
  try {
    emptyOrphans(folder, generation);
    checkGeneration(folder, generation);
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

/** Checks the database and brings the private copy to today's schema, which proves that a start on it can do so. */
function readDatabase(
  connection: Database.Database,
  name: string,
  sha256: string,
  problems: Problems,
): Pick<Report, "version" | "contents"> {
  let version: number | null = null;
  try {
    version = schemaVersion(connection);
    const newest = readMigrations().length;
    if (version > newest) {
      problems.add("newer", `the data is of version ${version}, this program knows versions up to ${newest}`);
      return { version, contents: null };
    }
    if (sha256 !== (notedSha256(connection) ?? sha256))
      problems.add("database", `${name} is not as it was written`);
    for (const fault of findDatabaseErrors(connection)) problems.add("database", `${name}: ${fault}`);
    migrate(connection, name);
    return { version, contents: readContents(databaseHandle(connection)) };
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error;
    problems.add("database", `${name} can't be read (${error.message})`);
    return { version, contents: null };
  }
}

/** Bytes that `verifyCopy` needs in its scratch folder. */
export async function scratchBytes(folder: string): Promise<number> {
  const generation = listGenerations(folder).at(-1);
  if (generation === undefined) return 0;
  const sizes = await Promise.all(
    [generation, `${generation}-wal`].map((name) => fileSize(join(folder, name))),
  );
  // A private copy that is brought to today's schema grows.
  return 2 * sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
}
