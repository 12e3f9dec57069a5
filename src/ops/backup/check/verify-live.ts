import { stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { notedSha256, sha256Of } from "../../../storage/generations/first-commit.ts";
import { lostCommits } from "../../../storage/generations/lost-commits.ts";
import { listSmallFiles } from "../data-folder/contents.ts";
import { findDatabaseErrors } from "./database.ts";
import { makeProblems, type Problems } from "./report.ts";
import { checkSmallFile } from "./small-files.ts";
import { checkPhotoFiles } from "./verify-copy.ts";

/** Looking at a photo takes a quarter of the time, so that the disk is there for the others. */
const REST = 3;

/**
 * Checks the folder of a working box, of which `generation` is open and held. For a process of its own: in the box's,
 * closing a database file would drop SQLite's locks. Reads only; a snapshot that is read long hinders nobody, for the log
 * is never written back.
 */
export async function verifyLive(folder: string, generation: string): Promise<Problems> {
  const problems = makeProblems();
  const file = join(folder, generation);
  const connection = new Database(file, { readonly: true, timeout: 5000 });
  try {
    const noted = notedSha256(connection);
    if (noted !== null && noted !== sha256Of(file))
      problems.add("database", `${generation} is not as it was written`);
    if (lostCommits(`${file}-wal`, null) !== "none")
      problems.add("database", `${generation}-wal is damaged in the middle`);
    for (const fault of findDatabaseErrors(connection)) problems.add("database", `${generation}: ${fault}`);
    await checkPhotoFiles(connection, folder, problems, {
      atOnce: 1,
      copyStartedAt: null,
      onProgress: resting(),
    });
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error;
    problems.add("database", `${generation} can't be read (${error.message})`);
  } finally {
    connection.close();
  }
  for (const name of await listSmallFiles(folder)) {
    await checkSmallFile(folder, name, problems);
    if (((await stat(join(folder, name))).mode & 0o077) !== 0)
      problems.add("file", `${name} can be read by others on this machine`);
  }
  return problems;
}

/** Waits after each photo for some times as long as it took. */
function resting(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    await sleep((performance.now() - since) * REST);
    since = performance.now();
  };
}
