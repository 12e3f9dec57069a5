import type { Clock } from "../../platform/clock.ts";
import { startupErrorKindOf } from "../../platform/startup-error.ts";
import type { DiskReserve } from "../disk-reserve.ts";
import { createdAt } from "../file-names.ts";
import type { FolderState } from "./folder-state.ts";
import { bytesOf, type Generation } from "./generations.ts";
import { removeSuperseded } from "./retention.ts";
import { bytesToRotate, isRotationDue, type Rotation } from "./rotation.ts";

const LOOK_EVERY_MS = 1000;
const KEEP_TIME_EVERY_MS = 60_000;
const REMOVE_EVERY_MS = 10 * 60_000;
/** After a renewal that failed, or while there is no room for one. */
const TRY_AGAIN_MS = 30_000;
const A_DAY_MS = 24 * 3_600_000;
const WORTH_IT_BYTES = 1024 * 1024;

/** What the housekeeping needs of the storage around it. */
export interface GenerationMaintenanceDependencies {
  readonly folder: string;
  readonly clock: Clock;
  readonly logBytes: number;
  readonly reserveBytes: number;
  readonly state: FolderState;
  readonly rotation: Rotation;
  readonly reserve: DiskReserve;
  /** No write is taken before the next generation is there; at the start there was no room for it. */
  readonly mustRotate: boolean;
  /** A disk that fails a flush is not written to any more: ends the process. */
  readonly onSyncFailure: (error: Error) => void;
  readonly onError: (error: Error, what: string) => void;
  current(): Generation;
  isLeased(): boolean;
  /** Notes the time on the disk. */
  saveTime(): Promise<void>;
}

/** Renews the generation when its log is long, removes superseded ones, notes the time: now and then, one after another. */
export function startGenerationMaintenance(parts: GenerationMaintenanceDependencies): {
  stop(): Promise<void>;
} {
  let mustRenew = parts.mustRotate;
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;
  const since = {
    renewal: Number.NEGATIVE_INFINITY,
    time: performance.now(),
    removal: Number.NEGATIVE_INFINITY,
  };
  parts.reserve.block(mustRenew);

  const isTime = (what: keyof typeof since, everyMs: number): boolean => {
    if (performance.now() - since[what] < everyMs) return false;
    since[what] = performance.now();
    return true;
  };

  /** A copy is smaller and a start quicker when the log is short, and what was deleted is gone from it. */
  const isOld = () =>
    parts.clock.now() - Date.parse(createdAt(parts.current().name)) > A_DAY_MS &&
    bytesOf(parts.current()).log > WORTH_IT_BYTES;

  async function renewIfDue(): Promise<void> {
    if (!mustRenew && !isRotationDue(parts.current(), parts.logBytes) && !isOld()) return;
    if (parts.reserve.status().freeBytes - parts.reserveBytes < bytesToRotate(parts.current())) return;
    if (!isTime("renewal", TRY_AGAIN_MS)) return;
    await parts.rotation.run(mustRenew);
    since.renewal = Number.NEGATIVE_INFINITY;
    mustRenew = false;
    parts.reserve.block(false);
    await parts.saveTime();
  }

  const attempt = async (what: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error));
      if ("code" in failure && failure.code === "EIO") parts.onSyncFailure(failure);
      if (!isStopped) parts.onError(failure, what);
    }
  };

  /** It also tells how the disk is where nobody writes anything else. */
  async function noteTime(): Promise<void> {
    try {
      await parts.saveTime();
      parts.reserve.recordWrite(true);
    } catch (error) {
      if (startupErrorKindOf(error) !== "full") parts.reserve.recordWrite(false);
      throw error;
    }
  }

  async function look(): Promise<void> {
    await attempt("the next generation of the database was not made", renewIfDue);
    if (isTime("time", KEEP_TIME_EVERY_MS)) await attempt("the time was not noted", noteTime);
    if (!parts.isLeased() && isTime("removal", REMOVE_EVERY_MS)) {
      await attempt("superseded generations were not removed", async () => {
        await removeSuperseded(parts.folder, parts.state);
      });
    }
  }

  let looking = Promise.resolve();
  const lookLater = () => {
    if (isStopped) return;
    timer = setTimeout(() => {
      looking = look().then(lookLater);
    }, LOOK_EVERY_MS).unref();
  };
  lookLater();

  return {
    async stop() {
      isStopped = true;
      if (timer) clearTimeout(timer);
      await parts.rotation.stop();
      await looking;
    },
  };
}
