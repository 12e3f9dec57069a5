import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from "node:fs";
import { open, statfs } from "node:fs/promises";
import { join } from "node:path";
import { syncFolder } from "../files/durable-files.ts";
import { isGeneration, KEY_FILES, UNFINISHED_PREFIX } from "../files/file-names.ts";
import { listGenerations, publish } from "../generations/generations.ts";
import { startNextGenerationWorker } from "../generations/rotation.ts";
import { ForeignLog, LogCopy, type LogPosition } from "./log-copy.ts";

/** Stays free for the log and small files. */
const KEPT_FREE_BYTES = 16 * 1024 * 1024;

/** A generation of the original, and how far it is written. */
interface OriginalGeneration {
  readonly generation: string;
  /** SHA-256 (hex) of its main file. */
  readonly mainSha256: string;
  /** Bytes of its main file and its log. Null: not known. */
  readonly bytes: number | null;
}

/** Where the parts of the original come from. */
export interface OriginalFiles {
  /** The log's bytes from this offset to its end; to the flushed end while it is the newest. Null: it is gone. */
  log(generation: string, from: number): Promise<AsyncIterable<Uint8Array> | null>;
  /** The main file of the newest generation. Null: there is a newer one. */
  main(generation: string): Promise<AsyncIterable<Uint8Array> | null>;
}

/** How a copy came to its newest generation. */
type Arrival = "made" | "downloaded";

/** A generation's position in a copy. */
interface CopiedPosition extends LogPosition {
  readonly generation: string;
  /** Length of the log. */
  readonly bytes: number;
}

/** The disk has no room for the next generation. */
class NoRoom extends Error {
  readonly code = "ENOSPC";

  constructor(needed: number, free: number) {
    const [least, present] = [needed, free].map((bytes) => Math.ceil(bytes / 1024 / 1024));
    super(`the disk has no room for the next copy of the database (${least} MB needed, ${present} MB free)`);
  }
}

/**
 * The generations of a data folder as a copy of those that another server works on: whole transactions only, at every moment.
 * No other process uses the folder, and no SQLite connection is open on it.
 */
export class FolderCopy {
  readonly #folder: string;
  #log: LogCopy | null = null;
  #generation: string | null = null;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Opens the copy, and removes what an interruption has left unfinished. */
  static async open(folder: string): Promise<FolderCopy> {
    for (const name of readdirSync(folder)) {
      const isOrphan = name.endsWith("-wal") && !readdirSync(folder).includes(name.slice(0, -4));
      if (
        name.startsWith(UNFINISHED_PREFIX) ||
        name.endsWith("-shm") ||
        (isOrphan && isGeneration(name.slice(0, -4)))
      )
        rmSync(join(folder, name), { recursive: true, force: true });
    }
    const copy = new FolderCopy(folder);
    const newest = listGenerations(folder).at(-1);
    if (newest !== undefined) await copy.#use(newest);
    return copy;
  }

  /** The newest generation, and its flushed end. Null: there is no whole one yet. */
  get position(): CopiedPosition | null {
    const position = this.#log?.position ?? null;
    if (this.#generation === null || this.#log === null || position === null) return null;
    return { generation: this.#generation, bytes: this.#log.bytes, ...position };
  }

  /** Appends what follows in the log of the newest generation. Rejects with ForeignLog. */
  async follow(from: OriginalFiles): Promise<void> {
    if (this.#generation === null || this.#log === null) throw new Error("there is no generation to follow");
    const rest = await from.log(this.#generation, this.#log.bytes);
    if (rest === null) throw new ForeignLog("the log is gone");
    await this.#log.append(rest);
  }

  /**
   * Moves to a newer generation: completes the log of the present one and makes the next main file from it, or downloads the main
   * file where that is not possible. The older generation stays until the next move. `aside`: the present one does not
   * lead to the next, and is kept in this folder. Rejects with NoRoom before anything is written.
   */
  async moveTo(next: OriginalGeneration, from: OriginalFiles, aside: string | null = null): Promise<Arrival> {
    const before = this.#generation;
    const unfinished = join(this.#folder, UNFINISHED_PREFIX + next.generation);
    const removeUnfinished = () => {
      rmSync(unfinished, { force: true });
      rmSync(`${unfinished}-wal`, { force: true });
    };
    removeUnfinished();
    // Nothing is made from the ones before.
    this.#remove((name) => before !== null && name < before);
    await this.#assertRoom(next);
    let isMade: boolean;
    try {
      isMade = aside === null && (await this.#make(next, from));
      if (!isMade) await this.#download(next, from, unfinished);
      await this.#beginLog(`${unfinished}-wal`, next, from);
      if (aside !== null && before !== null) this.#setAside(before, aside);
    } catch (error) {
      // A part would fill a disk that has no room for the whole.
      removeUnfinished();
      throw error;
    }
    await this.#log?.close();
    this.#log = null;
    // Another log may have the same name.
    if (aside !== null) this.#remove(() => true);
    publish(this.#folder, next.generation);
    await this.#use(next.generation);
    this.#remove((name) => name !== next.generation && !(isMade && name === before));
    return isMade ? "made" : "downloaded";
  }

  async #assertRoom({ bytes }: OriginalGeneration): Promise<void> {
    const { bavail, bsize } = await statfs(this.#folder);
    const [free, needed] = [bavail * bsize, (bytes ?? 0) + KEPT_FREE_BYTES];
    if (bytes !== null && free < needed) throw new NoRoom(needed, free);
  }

  async #beginLog(path: string, { generation }: OriginalGeneration, from: OriginalFiles): Promise<void> {
    const log = await LogCopy.open(path);
    try {
      const bytes = await from.log(generation, 0);
      if (bytes === null) throw new ForeignLog("the log is gone");
      await log.append(bytes);
    } finally {
      await log.close();
    }
  }

  /** Links a generation and the keys into another folder, which appears complete or not at all. */
  #setAside(generation: string, aside: string): void {
    const unfinished = join(this.#folder, `${UNFINISHED_PREFIX}aside`);
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { mode: 0o700 });
    for (const name of [generation, `${generation}-wal`, ...KEY_FILES])
      if (existsSync(join(this.#folder, name))) linkSync(join(this.#folder, name), join(unfinished, name));
    syncFolder(unfinished);
    renameSync(unfinished, join(this.#folder, aside));
    syncFolder(this.#folder);
  }

  async close(): Promise<void> {
    await this.#log?.close();
    this.#log = null;
  }

  async #use(generation: string): Promise<void> {
    this.#log = await LogCopy.open(join(this.#folder, `${generation}-wal`));
    this.#generation = generation;
  }

  /** Makes the next main file from the present generation. False: it is not the one before, or is no longer there. */
  async #make(next: OriginalGeneration, from: OriginalFiles): Promise<boolean> {
    const { generation } = this;
    if (generation === null || this.#log === null || generation > next.generation) return false;
    const rest = await from.log(generation, this.#log.bytes);
    if (rest === null) return false;
    try {
      await this.#log.append(rest);
    } catch (error) {
      // Nothing was left to append, or the logs differ: the checksum decides.
      if (!(error instanceof ForeignLog)) throw error;
    }
    const sha256 = await makeNextMain(join(this.#folder, generation), this.#folder, next.generation);
    return sha256 === next.mainSha256;
  }

  get generation(): string | null {
    return this.#generation;
  }

  async #download(next: OriginalGeneration, from: OriginalFiles, target: string): Promise<void> {
    rmSync(target, { force: true });
    const content = await from.main(next.generation);
    if (content === null) throw new ForeignLog("there is a newer generation");
    await using file = await open(target, "wx", 0o600);
    const hash = createHash("sha256");
    for await (const chunk of content) {
      hash.update(chunk);
      await file.appendFile(chunk);
    }
    await file.sync();
    if (hash.digest("hex") !== next.mainSha256)
      throw new ForeignLog("the main file was received with errors");
  }

  /** The main file first: the other files mean nothing without it. */
  #remove(isUnneeded: (name: string) => boolean): void {
    for (const name of listGenerations(this.#folder).filter(isUnneeded)) {
      for (const part of [name, `${name}-wal`, `${name}-shm`])
        rmSync(join(this.#folder, part), { force: true });
    }
    syncFolder(this.#folder);
  }
}

/**
 * Makes the main file of the next generation from a main file and its whole log, as the original server does: the result is the
 * same, byte for byte. Writes it to `folder` under the unfinished name of `name`, flushed, and resolves with its SHA-256 (hex).
 * No SQLite connection may be open on the files.
 */
async function makeNextMain(from: string, folder: string, name: string): Promise<string> {
  const mainFd = openSync(from, "r");
  const walFd = openSync(`${from}-wal`, "r");
  const worker = startNextGenerationWorker({ mainFd, walFd, sha256: null, folder, name });
  try {
    await worker.call("follow", null);
    return await worker.call("finishMain", null);
  } finally {
    await worker.terminate();
    closeSync(mainFd);
    closeSync(walFd);
  }
}
