// What stands in a data folder (docs/operate/backup.md).

/** The lock of the process that works on the folder; always empty. */
export const LOCK_FILE = "tallybox.lock";
/** The note of who works on it, and how far its log is on the disk. */
export const STATE_FILE = "tallybox.json";

/** Left by scripts/backup-done: a copy of the folder was made at its modification time. */
export const BACKUP_DONE_FILE = "backup-done";

/** Left by a restore: the next start ends all logins of before (ops/backup/data-folder/restore-marker.ts). */
export const RESTORED_FILE = "restored";

/** Everything unfinished is named so; it is removed at the next start. */
export const UNFINISHED_PREFIX = "new-";

const GENERATION = /^tally-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z\.db$/;

/** What may stand in a folder before its first start, beside unfinished files. */
const HARMLESS = new Set([
  "settings.json",
  "setup-code",
  "jwt.key",
  "device-codes.key",
  "second-factor.key",
  "tls",
  "lost+found",
  STATE_FILE,
  BACKUP_DONE_FILE,
]);

/** True for the main file of a generation. They sort by the time they were made. */
export function isGeneration(name: string): boolean {
  return GENERATION.test(name);
}

/** The file name of a generation made at `ms` (since 1970), always after `newest`. */
export function generationName(ms: number, newest: string | undefined): string {
  const at = newest === undefined ? ms : Math.max(ms, Date.parse(createdAt(newest)) + 1);
  return `tally-${new Date(at).toISOString().replace(/[-:.]/g, "")}.db`;
}

/** When a generation was made, ISO 8601, as its name says. */
export function createdAt(name: string): string {
  return name.replace(GENERATION, "$1-$2-$3T$4:$5:$6.$7Z");
}

/** True for what is no sign of other data in the folder. */
export function isIgnorable(name: string): boolean {
  return HARMLESS.has(name) || name.startsWith(UNFINISHED_PREFIX) || name.startsWith(LOCK_FILE);
}
