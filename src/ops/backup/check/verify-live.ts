import { stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { savedMainChecksum, sha256Of } from "../../../storage/generations/main-file-checksum.ts";
import { lostCommits } from "../../../storage/generations/wal.ts";
import { listSmallFiles } from "../data-folder/contents.ts";
import { findDatabaseErrors } from "./database.ts";
import { checkPhotoFiles, checkSmallFile } from "./files.ts";
import { makeProblems, type Problems } from "./report.ts";

/** Pause after each photo as a multiple of its check, so that the disk stays available to the server. */
const PAUSE_FACTOR = 3;

/**
 * Checks the folder of a running server, whose open generation is `generation`, under a snapshot lease. It must run in a
 * separate process: in the server's, closing a database file would release SQLite's locks. It only reads. A long read
 * transaction delays nothing, because the log is never written back.
 */
export async function verifyLive(folder: string, generation: string): Promise<Problems> {
  const problems = makeProblems();
  const file = join(folder, generation);
  const connection = new Database(file, { readonly: true, timeout: 5000 });
  try {
    const expected = savedMainChecksum(connection);
    if (expected !== null && expected !== sha256Of(file))
      problems.add("database", `${generation} is not as it was written`);
    if (lostCommits(`${file}-wal`, null) !== "none")
      problems.add("database", `${generation}-wal is damaged in the middle`);
    for (const error of findDatabaseErrors(connection)) problems.add("database", `${generation}: ${error}`);
    await checkPhotoFiles(connection, folder, problems, {
      concurrency: 1,
      copyStartedAt: null,
      onProgress: pauseAfterEach(),
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

/** Waits after each photo PAUSE_FACTOR times as long as its check took. */
function pauseAfterEach(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    await sleep((performance.now() - since) * PAUSE_FACTOR);
    since = performance.now();
  };
}
