import { type StatsFs, statfsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import type { Unavailable } from "../../domain/errors.ts";
import { errorCode } from "../../platform/error-code.ts";
import { diskFullError, diskWriteError } from "./disk-errors.ts";

/** Short enough that even a fast disk can't fill the reserve between two checks. */
const CHECK_INTERVAL_MS = 1000;

/** Keeps a part of the disk free, so that reads, logins and a clean stop still work on a full disk. */
export type DiskReserve = ReturnType<typeof watchDiskReserve>;

/** Watches the free space. Calls `onWriteError` for each write that the disk rejected. */
export function watchDiskReserve(folder: string, reserveBytes: number, onWriteError: (error: Error) => void) {
  let space = spaceOf(statfsSync(folder));
  let isLow = space.freeBytes < reserveBytes;
  let isBlocked = false;
  let refusal: Unavailable | null = null;
  let isFailing = false;
  let isStopped = false;

  async function check(): Promise<void> {
    space = spaceOf(await statfs(folder));
    isLow = space.freeBytes < reserveBytes;
    if (!isStopped) timer = setTimeout(checkAgain, CHECK_INTERVAL_MS).unref();
  }
  const checkAgain = () => {
    check().catch(() => {
      // A disk that can't report its free space accepts no writes.
      isLow = true;
      if (!isStopped) timer = setTimeout(checkAgain, CHECK_INTERVAL_MS).unref();
    });
  };
  let timer = setTimeout(checkAgain, CHECK_INTERVAL_MS).unref();
  return {
    /** Throws Unavailable (503) while less than the reserve is free, or would be after a write of `bytes`. */
    check(bytes = 0) {
      if (refusal !== null) throw refusal;
      if (isLow || isBlocked || space.freeBytes - bytes < reserveBytes) throw diskFullError();
    },
    /** Rejects writes until it is called with false, whatever is free. */
    block(now: boolean) {
      isBlocked = now;
    },
    /** Rejects writes with this error from now on, whatever is free; null: no longer. */
    refuse(error: Unavailable | null) {
      refusal = error;
    },
    /** The error of `refuse`; null: writes are not refused. */
    refusal: () => refusal,
    /** Converts SQLite's "disk full" and write errors to Unavailable. Returns other errors unchanged. */
    toDomainError(error: unknown) {
      // An error of a slice comes with SQLite's code too.
      if (!(error instanceof Error)) return error;
      const code = errorCode(error) ?? "";
      if (code.startsWith("SQLITE_FULL")) return diskFullError();
      if (!/^SQLITE_(IOERR|READONLY|CANTOPEN)/.test(code)) return error;
      isFailing = true;
      onWriteError(error);
      return diskWriteError();
    },
    /** Records whether the disk accepted a write. */
    recordWrite(isAccepted: boolean) {
      isFailing = !isAccepted;
    },
    /** The state of the disk at the last check. */
    status: () => ({ ...space, isLow: isLow || isBlocked, isFailing }),
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

function spaceOf({ bavail, blocks, bsize }: StatsFs) {
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
