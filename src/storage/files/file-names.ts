// Names of the files in a data folder (docs/operate/data-folder.md).

/** The lock of the process that uses the folder; always empty. */
export const LOCK_FILE = "tallybox.lock";
/** The state file: the process that uses the folder, and the flushed position of its log. */
export const STATE_FILE = "tallybox.json";

/** Written by scripts/backup-done. Its modification time is the time of the last copy of the folder. */
export const BACKUP_DONE_FILE = "backup-done";

/** Written by a restore: the next start ends all earlier logins (ops/backup/data-folder/restore-marker.ts). */
export const RESTORED_FILE = "restored";

/** Folder of an uploaded bundle and of the request to install it (ops/upgrade/). */
export const UPGRADE_FOLDER = "upgrade";

/** The machine's place in a pair of primary and standby, with the keys of the pair (ops/standby/membership/). */
export const STANDBY_FILE = "standby.json";

/** Empty: this promoted machine adds the address that root has prepared. It outlives the pair, and a restore (ops/standby/). */
export const ADDRESS_FILE = "prepared-address";

/** The settings of the primary on its standby, which a promotion takes over. */
export const PRIMARY_SETTINGS_FILE = "settings.primary.json";

/** Prefix of unfinished files. The next start removes them. */
export const UNFINISHED_PREFIX = "new-";

const GENERATION = /^tally-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z\.db$/;

/** File of the key that signs tokens. */
export const TOKEN_KEY_FILE = "jwt.key";
/** The files of the server's keys. */
export const KEY_FILES = [
  TOKEN_KEY_FILE,
  "device-codes.key",
  "second-factor.key",
  "webhooks.key",
  "backup.key",
  "seal.key",
] as const;

/** Files that may exist in a folder before its first start, besides unfinished ones. */
const IGNORABLE: ReadonlySet<string> = new Set([
  ...KEY_FILES,
  "settings.json",
  "setup-code",
  "tls",
  "lost+found",
  STATE_FILE,
  BACKUP_DONE_FILE,
  STANDBY_FILE,
  ADDRESS_FILE,
  PRIMARY_SETTINGS_FILE,
  "photos",
]);

/** True for the main file of a generation. The names sort by creation time. */
export function isGeneration(name: string): boolean {
  return GENERATION.test(name);
}

/** The file name of a generation created at `ms` (since 1970). It always sorts after `newest`. */
export function generationName(ms: number, newest: string | undefined): string {
  const at = newest === undefined ? ms : Math.max(ms, Date.parse(createdAt(newest)) + 1);
  return `tally-${new Date(at).toISOString().replace(/[-:.]/g, "")}.db`;
}

/** The creation time of a generation, ISO 8601, from its name. */
export function createdAt(name: string): string {
  return name.replace(GENERATION, "$1-$2-$3T$4:$5:$6.$7Z");
}

/** True for a file that does not indicate foreign data in the folder. */
export function isIgnorable(name: string): boolean {
  return IGNORABLE.has(name) || name.startsWith(UNFINISHED_PREFIX) || name.startsWith(LOCK_FILE);
}
