import { statfsSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../../platform/clock.ts";
import { asError } from "../../platform/error-code.ts";
import { startupErrorKindOf } from "../../platform/startup-error.ts";
import type { DiskReserve } from "../files/disk-reserve.ts";
import { createdAt, isGeneration } from "../files/file-names.ts";
import type { FolderState } from "./folder-state.ts";
import { bytesOf, type Generation, listGenerations } from "./generations.ts";
import { bytesToRotate, isRotationDue, type Rotation } from "./rotation.ts";

const CHECK_INTERVAL_MS = 1000;
const SAVE_TIME_INTERVAL_MS = 60_000;
const REMOVE_INTERVAL_MS = 10 * 60_000;
/** After a rotation that failed, or while there is no disk space for one. */
const RETRY_MS = 30_000;
const DAY_MS = 24 * 3_600_000;
const MIN_DAILY_LOG_BYTES = 1024 * 1024;

/** The generations of a folder, and which of them are needed. */
interface GenerationFolder {
  readonly folder: string;
  readonly state: Pick<FolderState, "supersededSeconds" | "forget">;
  /** True for the name of a generation that a backup reads. */
  isLeased(name: string): boolean;
}

/** What the maintenance needs from the storage. */
interface GenerationMaintenanceDependencies extends GenerationFolder {
  readonly clock: Clock;
  readonly logBytes: number;
  readonly reserveBytes: number;
  readonly state: FolderState;
  readonly rotation: Rotation;
  readonly reserve: DiskReserve;
  /** True when the start had no disk space to rotate. Writes are rejected until the rotation. */
  readonly mustRotate: boolean;
  /** Called when a flush failed. It must end the process: the content of the disk is unknown then. */
  readonly onSyncFailure: (error: Error) => void;
  readonly onError: (error: Error, task: string) => void;
  current(): Generation;
  /** Saves the time on the disk. */
  saveTime(): Promise<void>;
}

/**
 * Periodic maintenance: rotates when the log is long, removes superseded generations, saves the time. Tasks run one after
 * another.
 */
export class GenerationMaintenance {
  readonly #storage: GenerationMaintenanceDependencies;
  readonly #lastRun = {
    rotation: Number.NEGATIVE_INFINITY,
    time: performance.now(),
    removal: Number.NEGATIVE_INFINITY,
    room: Number.NEGATIVE_INFINITY,
  };
  #mustRotate: boolean;
  #timer: NodeJS.Timeout | null = null;
  #running = Promise.resolve();
  #isStopped = false;

  constructor(storage: GenerationMaintenanceDependencies) {
    this.#storage = storage;
    this.#mustRotate = storage.mustRotate;
    storage.reserve.block(storage.mustRotate);
    this.#schedule();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#storage.rotation.stop();
    await this.#running;
  }

  #schedule(): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#running = this.#runDueTasks().then(() => this.#schedule());
    }, CHECK_INTERVAL_MS).unref();
  }

  async #runDueTasks(): Promise<void> {
    await this.#attempt("the next generation of the database was not created", () => this.#rotateIfDue());
    if (this.#isDue("time", SAVE_TIME_INTERVAL_MS))
      await this.#attempt("the time was not saved", () => this.#saveTime());
    if (this.#isDue("removal", REMOVE_INTERVAL_MS))
      await this.#attempt("superseded generations were not removed", async () => {
        await removeSuperseded(this.#storage);
      });
  }

  /** True when the task's interval is over, which then begins anew. */
  #isDue(task: "rotation" | "time" | "removal" | "room", intervalMs: number): boolean {
    if (performance.now() - this.#lastRun[task] < intervalMs) return false;
    this.#lastRun[task] = performance.now();
    return true;
  }

  async #attempt(task: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const failure = asError(error);
      if ("code" in failure && failure.code === "EIO") this.#storage.onSyncFailure(failure);
      if (!this.#isStopped) this.#storage.onError(failure, task);
    }
  }

  async #rotateIfDue(): Promise<void> {
    const { current, logBytes, reserve, reserveBytes, rotation } = this.#storage;
    if (!this.#mustRotate && !isRotationDue(current(), logBytes) && !this.#isOld()) return;
    if (reserve.status().freeBytes - reserveBytes < bytesToRotate(current())) return this.#makeRoom();
    if (!this.#isDue("rotation", RETRY_MS)) return;
    await rotation.run(this.#mustRotate);
    this.#lastRun.rotation = Number.NEGATIVE_INFINITY;
    this.#mustRotate = false;
    reserve.block(false);
    await this.#storage.saveTime();
  }

  /** Without room for the next generation, the one before the open one goes too, as soon as no copy can need it. */
  async #makeRoom(): Promise<void> {
    if (this.#isDue("room", RETRY_MS)) await removeSuperseded(this.#storage, 1);
  }

  /** A daily rotation: with a short log copies are smaller and starts faster, and deleted data leave the log. */
  #isOld(): boolean {
    const { current, clock } = this.#storage;
    return (
      clock.now() - Date.parse(createdAt(current().name)) > DAY_MS &&
      bytesOf(current()).log > MIN_DAILY_LOG_BYTES
    );
  }

  /** Also detects a failing disk while no other write happens. */
  async #saveTime(): Promise<void> {
    const { reserve } = this.#storage;
    try {
      await this.#storage.saveTime();
      reserve.recordWrite(true);
    } catch (error) {
      if (startupErrorKindOf(error) !== "full") reserve.recordWrite(false);
      throw error;
    }
  }
}

/** The longest time that a copy of the folder may take. It needs the generation that it began with. */
export const RETENTION_SECONDS = 2 * 3600;
/** The retention while the disk has plenty of free space. */
const LONG_RETENTION_SECONDS = 24 * 3600;
/** Plenty of free space: this many times the size of the superseded generations. */
const PLENTY_FACTOR = 4;

/**
 * Removes superseded generations after two hours, or after a day while all of them need less than a quarter of the free space.
 * Never removes the newest `kept` ones, by default the open one and the one before it, nor one that a backup reads: a first backup
 * may take days. Returns the number of removed generations.
 */
export async function removeSuperseded(
  { folder, state, isLeased }: GenerationFolder,
  kept = 2,
): Promise<number> {
  const superseded = listGenerations(folder)
    .slice(0, -kept)
    .filter((name) => !isLeased(name));
  const { bavail, bsize } = statfsSync(folder);
  const bytes = superseded.reduce((sum, name) => sum + sizeOf(folder, name), 0);
  const retention = bytes * PLENTY_FACTOR < bavail * bsize ? LONG_RETENTION_SECONDS : RETENTION_SECONDS;
  const expired = superseded.filter((name) => state.supersededSeconds(name) > retention);
  for (const name of expired) {
    // The main file first: the other files mean nothing without it.
    for (const part of partsOf(name)) await rm(join(folder, part), { force: true });
    state.forget(name);
  }
  return expired.length;
}

function partsOf(name: string): string[] {
  if (!isGeneration(name)) throw new Error(`not a generation: ${name}`);
  return [name, `${name}-wal`, `${name}-shm`];
}

function sizeOf(folder: string, name: string): number {
  return partsOf(name).reduce(
    (sum, part) => sum + (statSync(join(folder, part), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}
