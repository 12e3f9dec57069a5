import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Dependencies } from "../http/dependencies.ts";
import { concurrencyLimit } from "../platform/concurrency-limit.ts";
import { nullIfMissing } from "../platform/error-code.ts";
import { diskFullError, diskWriteError, isDiskFull } from "../storage/files/disk-errors.ts";
import { UNFINISHED_PREFIX } from "../storage/files/file-names.ts";

/** The extensions of photos and attachments. */
export const FILE_EXTENSIONS = ["jpg", "png", "pdf"] as const;
type FileExtension = (typeof FILE_EXTENSIONS)[number];
const NAME_PATTERN = /^[0-9a-f]{64}\.(?:jpg|png|pdf)$/;
/** Whether a name is that of a photo file. */
export const isPhotoFile = (name: string): boolean => NAME_PATTERN.test(name);
const HOUR_MS = 3_600_000;

/** Handlers of disk errors. */
interface DiskErrors {
  /** A flush failed. Must end the process: the content of the disk is unknown. */
  syncFailed(error: Error): void;
  /** A write failed. The request fails with its own error. */
  writeFailed(error: Error, task: string): void;
}

/** Shared dependencies, and the photo files. */
export interface PhotoDependencies extends Dependencies {
  readonly photos: PhotoFiles;
}

/** The files of photos and attachments in the data folder. File names are content hashes, so files never change. */
export class PhotoFiles {
  readonly #folder: string;
  readonly #onError: DiskErrors;
  readonly #ensure = folderMaker();
  readonly #recent = shortMemory(HOUR_MS);
  /** A running removal must not delete a file that is stored meanwhile. */
  readonly #oneByOne = concurrencyLimit(1, Number.POSITIVE_INFINITY);

  /** `folder` is created when needed; its parent must exist. */
  constructor(folder: string, onError: DiskErrors) {
    this.#folder = folder;
    this.#onError = onError;
  }

  /** The path of a photo file. Throws for other names. */
  path(name: string): string {
    if (!isPhotoFile(name)) throw new Error(`Not the name of a photo file: ${JSON.stringify(name)}`);
    return join(this.#folder, name.slice(0, 2), name);
  }

  /** The path and size of a photo file; null: a copy of the folder lacks it, because it was uploaded during the copy. */
  async find(name: string): Promise<{ readonly path: string; readonly size: number } | null> {
    const path = this.path(name);
    const found = await stat(path).catch(nullIfMissing);
    return found && { path, size: found.size };
  }

  /** Stores and flushes the bytes; returns the file name. Throws Unavailable if the disk is full. */
  async put(bytes: Buffer, extension: FileExtension): Promise<string> {
    const name = `${await sha256(bytes)}.${extension}`;
    const target = this.path(name);
    this.#recent.add(name);
    const draft = join(this.#folder, `${UNFINISHED_PREFIX}${randomUUID()}`);
    try {
      await this.#ensure(this.#folder);
      await this.#ensure(dirname(target));
      await writeDurably(draft, bytes);
      await this.#oneByOne(() => rename(draft, target));
      await syncPath(dirname(target));
    } catch (error) {
      const translated = this.#translate(error);
      await rm(draft, { force: true }).catch(() => {
        // The next start removes it.
      });
      throw translated;
    }
    return name;
  }

  /** Removes a file. False: not removed, because it was stored within the last hour and its row may follow. */
  remove(name: string): Promise<boolean> {
    return this.#oneByOne(async () => {
      const target = this.path(name);
      if (this.#recent.has(name)) return false;
      await unlinkDurably(target);
      return true;
    });
  }

  /** Removes unfinished files of interrupted `put` calls. Call it before the first `put`. */
  async sweep(): Promise<void> {
    await this.#ensure(this.#folder);
    for (const name of await readdir(this.#folder)) {
      if (name.startsWith(UNFINISHED_PREFIX)) await rm(join(this.#folder, name));
    }
  }

  /** Flushes all files, one by one, until `signal` aborts. Files of a copied folder may not be flushed yet. */
  async syncAll(signal: AbortSignal): Promise<void> {
    try {
      for (const name of await readdir(this.#folder, { recursive: true })) {
        if (signal.aborted) return;
        // It may be removed, or renamed to its place, meanwhile.
        await syncPath(join(this.#folder, name)).catch(nullIfMissing);
      }
      await syncPath(this.#folder);
    } catch (error) {
      if (error instanceof SyncFailed) this.#onError.syncFailed(error.reason);
      throw error instanceof SyncFailed ? error.reason : error;
    }
  }

  /** The error for the client. A failed flush ends the process. */
  #translate(error: unknown): unknown {
    if (isDiskFull(error)) return diskFullError();
    if (error instanceof SyncFailed) {
      this.#onError.syncFailed(error.reason);
      return error.reason;
    }
    if (!(error instanceof Error && "code" in error)) return error;
    this.#onError.writeFailed(error, "a photo was not stored");
    return diskWriteError();
  }
}

/** Creates each folder once. All callers wait until it is flushed. */
function folderMaker(): (path: string) => Promise<void> {
  const folders = new Map<string, Promise<void>>();
  return async (path) => {
    const making = folders.get(path) ?? makeFolder(path);
    folders.set(path, making);
    try {
      await making;
    } catch (error) {
      folders.delete(path);
      throw error;
    }
  };
}

/** Remembers names for `span` milliseconds of a monotonic clock. */
function shortMemory(span: number): { add(name: string): void; has(name: string): boolean } {
  const times = new Map<string, number>();
  const forget = () => {
    for (const [name, time] of times) {
      if (performance.now() - time < span) return;
      times.delete(name);
    }
  };
  return {
    add(name) {
      // To the end: the oldest names stay first.
      times.delete(name);
      times.set(name, performance.now());
      forget();
    },
    has(name) {
      forget();
      return times.has(name);
    },
  };
}

/** Hashes in the thread pool: a large PNG would block the event loop. The copy is for the type, and cheap. */
async function sha256(bytes: Buffer): Promise<string> {
  return Buffer.from(await crypto.subtle.digest("SHA-256", new Uint8Array(bytes))).toString("hex");
}

async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await syncPath(dirname(path));
}

async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  await using file = await open(path, "wx", 0o600);
  await file.writeFile(bytes);
  await synced(() => file.datasync());
}

async function unlinkDurably(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    nullIfMissing(error);
    return;
  }
  await syncPath(dirname(path));
}

async function syncPath(path: string): Promise<void> {
  await using file = await open(path, "r");
  await synced(() => file.sync());
}

/** A flush failed, though the disk is not full. */
class SyncFailed extends Error {
  readonly reason: Error;

  constructor(reason: Error) {
    super(reason.message);
    this.reason = reason;
  }
}

async function synced(flush: () => Promise<void>): Promise<void> {
  try {
    await flush();
  } catch (error) {
    if (!(error instanceof Error) || isDiskFull(error)) throw error;
    throw new SyncFailed(error);
  }
}

// Control characters, and those that change the direction of text: a name must read as it is.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it takes out
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The uploaded name without path, with the extension of the stored file. `otherwise`: the name where nothing is left of it. */
export function fileNameOf(name: string, otherwise: string, extension: FileExtension): string {
  const base = name
    .toWellFormed()
    .replace(/^.*[/\\]/s, "")
    .replace(HIDDEN, "")
    .replace(/\.[^.]*$/, "")
    .trim()
    .slice(0, 190)
    // Removes half of a surrogate pair at the cut.
    .replace(/[\ud800-\udbff]$/, "");
  return `${/^\.*$/.test(base) ? otherwise : base}.${extension}`;
}
