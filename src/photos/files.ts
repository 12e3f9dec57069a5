import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Dependencies } from "../http/dependencies.ts";
import { concurrencyLimit } from "../platform/concurrency-limit.ts";
import { diskFault, diskFull } from "../storage/disk-errors.ts";
import { UNFINISHED } from "../storage/file-names.ts";

const namePattern = /^[0-9a-f]{64}\.(?:jpg|png)$/;
const hour = 3_600_000;

/** Who is told of a disk that fails. */
export interface DiskErrors {
  /** A flush failed: must end the process, for what is on the disk is unknown then. */
  syncFailed(error: Error): void;
  /** A write failed; its caller is told for itself. */
  writeFailed(error: Error, what: string): void;
}

/** The photo files of the data folder. Each is named after its content, so none ever changes. */
export interface PhotoFiles {
  /** Stores the bytes; gives the file's name once they are on the disk. Throws Unavailable when that is full. */
  put(bytes: Buffer, extension: "jpg" | "png"): Promise<string>;
  /** True for the name of a photo file. */
  isName(name: string): boolean;
  /** Where the file of that name lies; throws for anything that is not such a name. */
  path(name: string): string;
  /** Removes a file, or finds it gone. False: kept, as it was put within the hour and its row may yet come. */
  remove(name: string): Promise<boolean>;
  /** Removes what an interrupted `put` has left. For the start, before the first `put`. */
  sweep(): Promise<void>;
  /** Flushes every file, one after another, until `signal`: those of a copied folder may not be on the disk yet. */
  syncAll(signal: AbortSignal): Promise<void>;
}

export interface PhotoDependencies extends Dependencies {
  readonly photos: PhotoFiles;
}

/**
 * The files in `folder`, which is made when needed; the folder that it lies in must be there.
 */
export function photoFiles(folder: string, told: DiskErrors): PhotoFiles {
  const ensure = folderMaker();
  const lately = shortMemory(hour);
  // a removal that has begun must not take the file that is put meanwhile
  const oneByOne = concurrencyLimit(1, Number.POSITIVE_INFINITY);

  function path(name: string): string {
    if (!namePattern.test(name)) throw new Error(`Not the name of a photo file: ${JSON.stringify(name)}`);
    return join(folder, name.slice(0, 2), name);
  }

  async function put(bytes: Buffer, extension: "jpg" | "png"): Promise<string> {
    const name = `${await sha256(bytes)}.${extension}`;
    const target = path(name);
    lately.add(name);
    const draft = join(folder, `${UNFINISHED}${randomUUID()}`);
    try {
      await ensure(folder);
      await ensure(dirname(target));
      await writeDurably(draft, bytes);
      await oneByOne(() => rename(draft, target));
      await syncPath(dirname(target));
    } catch (error) {
      const refusal = refusalOf(error);
      await rm(draft, { force: true }).catch(() => {
        // The next start removes it.
      });
      throw refusal;
    }
    return name;
  }

  /** What the sender is told of a file that could not be stored. A failed flush ends the process. */
  function refusalOf(error: unknown): unknown {
    if (hasCode(error, "ENOSPC", "EDQUOT")) return diskFull();
    if (error instanceof SyncFailed) {
      told.syncFailed(error.reason);
      return error.reason;
    }
    if (!(error instanceof Error && "code" in error)) return error;
    told.writeFailed(error, "a photo was not stored");
    return diskFault();
  }

  function remove(name: string): Promise<boolean> {
    return oneByOne(async () => {
      const target = path(name);
      if (lately.has(name)) return false;
      await unlinkDurably(target);
      return true;
    });
  }

  async function sweep(): Promise<void> {
    await ensure(folder);
    for (const name of await readdir(folder)) {
      if (name.startsWith(UNFINISHED)) await rm(join(folder, name));
    }
  }

  async function syncAll(signal: AbortSignal): Promise<void> {
    try {
      for (const name of await readdir(folder, { recursive: true })) {
        if (signal.aborted) return;
        await syncPath(join(folder, name)).catch((error: unknown) => {
          // Removed, or renamed to its place, meanwhile.
          if (!hasCode(error, "ENOENT")) throw error;
        });
      }
      await syncPath(folder);
    } catch (error) {
      if (error instanceof SyncFailed) told.syncFailed(error.reason);
      throw error instanceof SyncFailed ? error.reason : error;
    }
  }

  return { put, isName: (name) => namePattern.test(name), path, remove, sweep, syncAll };
}

/** Makes each folder once; whoever finds it already there also waits until it is on the disk. */
function folderMaker(): (path: string) => Promise<void> {
  const made = new Map<string, Promise<void>>();
  return async (path) => {
    const making = made.get(path) ?? makeFolder(path);
    made.set(path, making);
    try {
      await making;
    } catch (error) {
      made.delete(path);
      throw error;
    }
  };
}

/** Remembers names for `span` milliseconds of the process's own clock, which nobody sets back. */
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
      // to the end, so that the oldest stay first
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

/** In the thread pool, as a large PNG would hold the event loop; the copy is for the type alone, and cheap. */
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
    if (hasCode(error, "ENOENT")) return;
    throw error;
  }
  await syncPath(dirname(path));
}

async function syncPath(path: string): Promise<void> {
  await using file = await open(path, "r");
  await synced(() => file.sync());
}

/** A flush that the disk did not take, though there was room. */
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
    if (!(error instanceof Error) || hasCode(error, "ENOSPC", "EDQUOT")) throw error;
    throw new SyncFailed(error);
  }
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && "code" in error && codes.some((code) => error.code === code);
}
