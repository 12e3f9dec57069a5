import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import { type BackupContents, type BackupResult, backup, EARLIER_HOST, TAG, tagValue } from "./backup.ts";
import type { RepositoryAccess } from "./destination.ts";
import { RepositoryError } from "./failures.ts";
import { type RepositoryOptions, Restic, Snapshots, Stats } from "./restic.ts";

/** A backup in a repository. */
export interface Snapshot {
  readonly id: string;
  /** Start of the backup by the server's clock, ISO 8601. */
  readonly at: string;
  /** Number of the last change before its start; null: unknown. */
  readonly change: number | null;
  /** Version of the program that made it; null: unknown. */
  readonly version: string | null;
}

/** How many snapshots are kept: the newest of so many hours, days, weeks and months that have one. */
export interface Keep {
  readonly hourly: number;
  readonly daily: number;
  readonly weekly: number;
  readonly monthly: number;
}

/** A repository of restic. Its functions reject with RepositoryError. */
export class Repository {
  readonly #restic: Restic;
  readonly #reading: readonly string[];

  /**
   * Throws RepositoryError where a program is missing. `isLocking`: false to read without a lock, also what a machine that has died
   * keeps locked, and what can't be written.
   */
  constructor(access: RepositoryAccess, options: RepositoryOptions, { isLocking = true } = {}) {
    this.#restic = new Restic(access, options);
    this.#reading = isLocking ? [] : ["--no-lock"];
  }

  /** Creates the repository. Rejects with `exists` where there is one. */
  async init(): Promise<void> {
    await this.#restic.quick(["init"]);
  }

  /** Opens the repository: the address, the login and the passphrase are right. */
  async open(): Promise<void> {
    await this.#restic.quick(["cat", "config"]);
  }

  /** Removes locks of programs that have ended. */
  async unlock(): Promise<void> {
    await this.#restic.quick(["unlock"]);
  }

  /** The snapshots of this product, newest first; with a host those of one server alone. */
  async snapshots(host: string | null = null): Promise<Snapshot[]> {
    const own = host === null ? [] : hostsOf(host);
    const { lines } = await this.#restic.quick([
      "snapshots",
      "--json",
      "--tag",
      TAG,
      ...own,
      ...this.#reading,
    ]);
    const found = this.#restic.parsed(Snapshots, lines).map(({ id, time, tags }) => {
      const change = tagValue(tags ?? [], "change");
      return {
        id,
        at: new Date(time).toISOString(),
        version: tagValue(tags ?? [], "version"),
        change: change === null ? null : Number(change),
      };
    });
    return found.toSorted((one, other) => other.at.localeCompare(one.at));
  }

  /**
   * Makes a snapshot. `parent`: an earlier snapshot, whose unchanged files are not read again. `onProgress` receives the share
   * from 0 to 1.
   */
  backup(
    contents: BackupContents,
    parent: string | null,
    onProgress: (share: number) => void,
  ): Promise<BackupResult> {
    return backup(this.#restic, contents, parent, onProgress);
  }

  /**
   * Restores a snapshot into an empty folder. Owners are set only where this process is root. Rejects where the snapshot has
   * anything but files and folders. `onWritten` receives the bytes so far, about: restic before 0.17 shows no progress.
   */
  async restore(snapshot: string, into: string, onWritten?: (bytes: number) => void): Promise<void> {
    const args = ["restore", snapshot, "--target", into, ...this.#reading];
    await this.#restic.long(args, { onWritten, into });
    await assertPlainFiles(into);
  }

  /** Bytes of the files of a snapshot. */
  restoredBytes(snapshot: string): Promise<number> {
    return this.#stats([snapshot, "--mode", "restore-size"]);
  }

  /** Bytes of the whole repository. It reads all indexes. */
  bytes(): Promise<number> {
    return this.#stats(["--mode", "raw-data"]);
  }

  /**
   * Removes older snapshots of a server, and the data that only they had. The newest one always stays. `isFull`: the target has no
   * space for packs that are written anew, so only those without any used data are removed.
   */
  async forget(host: string, keep: Keep, uploadKiBps: number | null, isFull = false): Promise<void> {
    const { hourly, daily, weekly, monthly } = keep;
    const rules = Object.entries({ hourly, daily, weekly, monthly }).filter(([, count]) => count > 0);
    const args = rules.flatMap(([unit, count]) => [`--keep-${unit}`, String(count)]);
    const limit = uploadKiBps === null ? [] : ["--limit-upload", String(uploadKiBps)];
    const repack = isFull ? ["--max-repack-size", "0"] : [];
    const scope = ["--tag", TAG, ...hostsOf(host), "--group-by", "", "--keep-last", "1"];
    await this.#restic.long(["forget", ...scope, ...args, "--prune", ...limit, ...repack]);
  }

  async #stats(args: readonly string[]): Promise<number> {
    const end = await this.#restic.long(["stats", ...args, "--json", ...this.#reading]);
    return this.#restic.parsed(Stats, end.lines).total_size;
  }
}

/** The hosts of the snapshots of a server: those of earlier versions do not say whose they are. */
const hostsOf = (host: string) => [host, EARLIER_HOST].flatMap((one) => ["--host", one]);

/**
 * Rejects with RepositoryError where a restored folder has anything but files and folders. A link may lead to the data of this
 * server, which would then be moved or deleted; a pipe blocks the program that opens it.
 */
async function assertPlainFiles(root: string, folder = root): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await assertPlainFiles(root, path);
    else if (!entry.isFile())
      throw new RepositoryError("damaged", `${relative(root, path)} is neither a file nor a folder`);
  }
}
