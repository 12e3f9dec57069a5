import { statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Dependencies } from "../../../http/dependencies.ts";
import { recordEvent } from "../../../security-log/event.ts";
import type { Tx } from "../../../storage/database/statement.ts";
import { BACKUP_DONE_FILE } from "../../../storage/files/file-names.ts";
import { saveLastBackup } from "../check/checks.ts";

const CHECK_INTERVAL_MS = 2000;
const RETRY_MS = 60_000;

/** Watcher for copies of the data folder that the site's backup tool reports. */
interface BackupReports {
  stop(): Promise<void>;
}

/**
 * Watches for the file that scripts/backup-done leaves in the data folder. Its modification time is the time of the
 * backup; it is recorded as the last backup, then the file is removed.
 */
export function startBackupReports(dependencies: Dependencies): BackupReports {
  let recording: Promise<void> | null = null;
  let pausedUntil = 0;

  const check = () => {
    if (recording !== null || performance.now() < pausedUntil) return;
    const reportedAt = modifiedAt(join(dependencies.storage.folder, BACKUP_DONE_FILE));
    if (reportedAt === null) return;
    recording = record(dependencies, reportedAt)
      .catch((error: unknown) => {
        pausedUntil = performance.now() + RETRY_MS;
        dependencies.log.error({ err: error }, "reported backup not recorded; retrying in a minute");
      })
      .finally(() => {
        recording = null;
      });
  };
  check();
  const timer = setInterval(check, CHECK_INTERVAL_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      await recording;
    },
  };
}

async function record({ storage, clock, log }: Dependencies, reportedAt: number): Promise<void> {
  // The machine's clock may be wrong in either direction: a backup is never later than now.
  const now = clock.now();
  const at = new Date(clock.isBehind() ? now : Math.min(now, reportedAt)).toISOString();
  const note = (tx: Tx) => {
    const isNewest = saveLastBackup(tx, { at, bytes: null, kind: "folder" });
    if (isNewest) recordEvent(tx, { kind: "backupReported", tenantId: null, details: { at } });
    return isNewest;
  };
  const isNewest = await storage.write(null, note, { evenWhenLow: true });
  await storage.durable();
  if (isNewest) log.info({ at }, "a backup of the data folder was reported");
  await rm(join(storage.folder, BACKUP_DONE_FILE), { force: true });
}

/** Modification time in milliseconds since 1970; null where there is no file. */
function modifiedAt(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;
}
