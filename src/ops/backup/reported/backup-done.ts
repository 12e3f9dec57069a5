import { closeSync, fsyncSync, futimesSync, openSync, statSync } from "node:fs";
import { join } from "node:path";
import { readOrElse } from "../../../platform/read-file.ts";
import { StartupError } from "../../../platform/startup-error.ts";
import { syncFolder } from "../../../storage/files/durable-files.ts";
import { BACKUP_DONE_FILE } from "../../../storage/files/file-names.ts";
import { listGenerations } from "../../../storage/generations/generations.ts";
import { reportFailure } from "../../command-line.ts";
import { readServerConfig } from "../../installation.ts";
import { becomeOwnerOf } from "../data-folder/owner.ts";

// Program of scripts/backup-done, which a site's backup tool calls after each complete copy of the data folder.

/** Creates the report file in the data folder and syncs it. Throws StartupError where there is no data folder. */
function report(folder: string): void {
  becomeOwnerOf(folder);
  if (readOrElse(() => listGenerations(folder), []).length === 0)
    throw new StartupError(`${folder}: not a tallybox data folder`, "foreign");
  const path = join(folder, BACKUP_DONE_FILE);
  const now = new Date();
  const fd = openSync(path, "a", 0o600);
  try {
    futimesSync(fd, now, now);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  syncFolder(folder);
  const at = statSync(path).mtime.toISOString();
  process.stdout.write(
    `The backup of ${at} is reported. The server counts it within seconds, or at its next start.\n`,
  );
}

try {
  if (process.argv.length > 2) throw new StartupError(`"${process.argv[2]}": backup-done takes no argument`);
  report(readServerConfig().config.dataFolder);
} catch (error) {
  process.exitCode = reportFailure(error);
}
