import type { Clock } from "../../platform/clock.ts";
import { startupErrorKindOf } from "../../platform/startup-error.ts";
import type { DiskReserve } from "../disk-reserve.ts";
import { createdAt } from "../file-names.ts";
import type { FolderState } from "./folder-state.ts";
import { bytesOf, type Generation } from "./generations.ts";
import { removeSuperseded } from "./retention.ts";
import { bytesToRotate, isRotationDue, type Rotation } from "./rotation.ts";

const CHECK_INTERVAL_MS = 1000;
const SAVE_TIME_INTERVAL_MS = 60_000;
const REMOVE_INTERVAL_MS = 10 * 60_000;
/** After a rotation that failed, or while there is no room for one. */
const RETRY_MS = 30_000;
const DAY_MS = 24 * 3_600_000;
const MIN_DAILY_LOG_BYTES = 1024 * 1024;

/** What the maintenance needs from the storage. */
export interface GenerationMaintenanceDependencies {
  readonly folder: string;
  readonly clock: Clock;
  readonly logBytes: number;
  readonly reserveBytes: number;
  readonly state: FolderState;
  readonly rotation: Rotation;
  readonly reserve: DiskReserve;
  /** True when the start had no room to rotate. Writes are rejected until the rotation. */
  readonly mustRotate: boolean;
  /** Called when a flush failed. It must end the process: the content of the disk is unknown then. */
  readonly onSyncFailure: (error: Error) => void;
  readonly onError: (error: Error, what: string) => void;
  current(): Generation;
  isLeased(): boolean;
  /** Saves the time on the disk. */
  saveTime(): Promise<void>;
}

/** Starts periodic maintenance: rotates when the log is long, removes superseded generations, saves the time. Tasks run one after another. */
export function startGenerationMaintenance(storage: GenerationMaintenanceDependencies): {
  stop(): Promise<void>;
} {
  let mustRotate = storage.mustRotate;
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;
  const lastRun = {
    rotation: Number.NEGATIVE_INFINITY,
    time: performance.now(),
    removal: Number.NEGATIVE_INFINITY,
  };
  storage.reserve.block(mustRotate);

  const isDue = (task: keyof typeof lastRun, everyMs: number): boolean => {
    if (performance.now() - lastRun[task] < everyMs) return false;
    lastRun[task] = performance.now();
    return true;
  };

  /** A daily rotation: with a short log copies are smaller and starts faster, and deleted data leave the log. */
  const isOld = () =>
    storage.clock.now() - Date.parse(createdAt(storage.current().name)) > DAY_MS &&
    bytesOf(storage.current()).log > MIN_DAILY_LOG_BYTES;

  async function rotateIfDue(): Promise<void> {
    if (!mustRotate && !isRotationDue(storage.current(), storage.logBytes) && !isOld()) return;
    if (storage.reserve.status().freeBytes - storage.reserveBytes < bytesToRotate(storage.current())) return;
    if (!isDue("rotation", RETRY_MS)) return;
    await storage.rotation.run(mustRotate);
    lastRun.rotation = Number.NEGATIVE_INFINITY;
    mustRotate = false;
    storage.reserve.block(false);
    await storage.saveTime();
  }

  const attempt = async (what: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error));
      if ("code" in failure && failure.code === "EIO") storage.onSyncFailure(failure);
      if (!isStopped) storage.onError(failure, what);
    }
  };

  /** Also detects a failing disk while no other write happens. */
  async function saveTime(): Promise<void> {
    try {
      await storage.saveTime();
      storage.reserve.recordWrite(true);
    } catch (error) {
      if (startupErrorKindOf(error) !== "full") storage.reserve.recordWrite(false);
      throw error;
    }
  }

  async function runDueTasks(): Promise<void> {
    await attempt("the next generation of the database was not created", rotateIfDue);
    if (isDue("time", SAVE_TIME_INTERVAL_MS)) await attempt("the time was not saved", saveTime);
    if (!storage.isLeased() && isDue("removal", REMOVE_INTERVAL_MS)) {
      await attempt("superseded generations were not removed", async () => {
        await removeSuperseded(storage.folder, storage.state);
      });
    }
  }

  let running = Promise.resolve();
  const schedule = () => {
    if (isStopped) return;
    timer = setTimeout(() => {
      running = runDueTasks().then(schedule);
    }, CHECK_INTERVAL_MS).unref();
  };
  schedule();

  return {
    async stop() {
      isStopped = true;
      if (timer) clearTimeout(timer);
      await storage.rotation.stop();
      await running;
    },
  };
}
