import { realpathSync } from "node:fs";
import { isAbsolute, join, relative } from "node:path";
import { writeSmallFile } from "../../../storage/files/durable-files.ts";
import { UNFINISHED_PREFIX } from "../../../storage/files/file-names.ts";
import { PHOTOS_FOLDER } from "../data-folder/contents.ts";
import { parseBackupLine, type Restic } from "./restic.ts";

/** What a backup contains. */
export interface BackupContents {
  /** Whose backup it is. */
  readonly host: string;
  readonly folder: string;
  /** Files and folders, relative to `folder`; drafts of photos are left out. */
  readonly names: readonly string[];
  /** Start of the backup, ISO 8601. */
  readonly at: string;
  /** Number of the last change before the start. */
  readonly change: number;
  /** Version of the program. */
  readonly version: string;
  /** KiB a second; null: no limit. */
  readonly uploadKiBps: number | null;
}

/** Result of a backup. */
export interface BackupResult {
  /** Id of the snapshot. */
  readonly snapshot: string;
  readonly files: number;
  readonly bytes: number;
  /** Bytes that the repository did not have. */
  readonly addedBytes: number;
  /** Paths that could not be read, relative to the folder; a message of restic where it names none. */
  readonly unread: readonly string[];
}

/** Marks the snapshots of this product. */
export const TAG = "tallybox";
/** The host in the backups of earlier versions. */
export const EARLIER_HOST = "tallybox";
/**
 * The host in the backups of a server, by its `installationOf`: so that several servers may use one repository. It is no name of a
 * machine, which may change.
 */
export const hostOf = (installation: string | null): string =>
  installation === null ? EARLIER_HOST : `${EARLIER_HOST}-${installation}`;
/** Status: some files could not be read. */
const INCOMPLETE = 3;
const ABSENT = /^(.+) does not exist, skipping$/;

/** Value of a tag of a snapshot; null: it has none. */
export function tagValue(tags: readonly string[], name: "change" | "version"): string | null {
  return tags.find((tag) => tag.startsWith(`${name}:`))?.slice(name.length + 1) ?? null;
}

/** Makes a snapshot (repository.ts). */
export async function backup(
  restic: Restic,
  contents: BackupContents,
  parent: string | null,
  onProgress: (share: number) => void,
): Promise<BackupResult> {
  const list = join(restic.work, "names");
  writeSmallFile(list, contents.names.map((name) => `${name}\0`).join(""));
  const output = new BackupOutput(contents.folder, onProgress);
  const end = await restic.run(argumentsOf(contents, list, parent), {
    cwd: contents.folder,
    onLine: (line) => output.add(line),
    onMessage: (line) => output.addMessage(line),
  });
  const { result } = output;
  if (result === null || (end.status !== 0 && end.status !== INCOMPLETE)) throw restic.failure(end);
  const unread = Array.from(output.unread);
  if (end.status === INCOMPLETE && unread.length === 0) unread.push(end.messages.trim());
  return { ...result, unread };
}

function argumentsOf(
  { host, folder, at, change, version, uploadKiBps }: BackupContents,
  list: string,
  parent: string | null,
): string[] {
  const tags = [TAG, `change:${change}`, `version:${version}`];
  return [
    "backup",
    "--json",
    "--files-from-raw",
    list,
    // restic compares it with the real path, where a pattern that is not absolute may begin at any folder above the data.
    "--exclude",
    join(literalPattern(realpathSync(folder)), PHOTOS_FOLDER, `${UNFINISHED_PREFIX}*`),
    "--host",
    host,
    ...tags.flatMap((tag) => ["--tag", tag]),
    // In whole seconds: not later than the start.
    "--time",
    at.slice(0, 19).replace("T", " "),
    // restic would look for a parent with the same names; the database has another name after each rotation.
    ...(parent === null ? ["--force"] : ["--parent", parent]),
    ...(uploadKiBps === null ? [] : ["--limit-upload", String(uploadKiBps)]),
  ];
}

/** A pattern of restic that only this path matches. */
const literalPattern = (path: string) => path.replace(/[*?[\\]/g, "\\$&");

/** Reads the output of `backup`. */
class BackupOutput {
  readonly unread = new Set<string>();
  result: Omit<BackupResult, "unread"> | null = null;
  readonly #folder: string;
  readonly #onProgress: (share: number) => void;
  #position = "";

  constructor(folder: string, onProgress: (share: number) => void) {
    this.#folder = folder;
    this.#onProgress = onProgress;
  }

  /** Reads a line. Returns whether it shows progress. */
  add(line: string): boolean {
    const message = parseBackupLine(line);
    if (message === null) return false;
    if (message.message_type === "status") {
      this.#onProgress(message.percent_done);
      const before = this.#position;
      this.#position = `${message.files_done} ${message.bytes_done} ${message.total_bytes}`;
      return this.#position !== before;
    }
    if (message.message_type === "error") this.#addUnread(message.item);
    else
      this.result = {
        snapshot: message.snapshot_id,
        files: message.files_new + message.files_changed + message.files_unmodified,
        bytes: message.total_bytes_processed,
        addedBytes: message.data_added,
      };
    return true;
  }

  /** Reads a line of standard error, where restic 0.14 names files that it can't read. Returns whether it is such a line. */
  addMessage(line: string): boolean {
    const message = parseBackupLine(line);
    const path = message?.message_type === "error" ? message.item : ABSENT.exec(line)?.[1];
    if (path === undefined) return false;
    this.#addUnread(path);
    return true;
  }

  /** restic names a file by its whole path or as in the list. */
  #addUnread(path: string): void {
    this.unread.add(isAbsolute(path) ? relative(this.#folder, path) : path);
  }
}
