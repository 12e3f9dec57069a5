import { type StatsFs, statfsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import Database from "better-sqlite3";
import { diskFullError, diskWriteError } from "./disk-errors.ts";

/** The reserve must not fill up between two looks, however fast the disk. */
const LOOK_EVERY_MS = 1000;

/** Keeps a part of the disk free, so that reads, logins and a clean stop go on when it fills up. */
export interface DiskReserve {
  /** Throws Unavailable (503) while less than the reserve is free, or would be once these bytes are written. */
  check(bytes?: number): void;
  /** Turns the database's "disk full" and its failed writes into Unavailable; gives back everything else. */
  toDomainError(error: unknown): unknown;
  /** Refuses writes for another want of room, until it is taken back. */
  block(isBlocked: boolean): void;
  /** Notes that the disk has taken a write, or has not. */
  recordWrite(isTaken: boolean): void;
  /** What was last seen of the disk. */
  status(): DiskStatus;
  stop(): void;
}

/** The disk as it was last seen. */
export interface DiskStatus {
  readonly freeBytes: number;
  readonly totalBytes: number;
  /** Writes are refused for want of room. */
  readonly isLow: boolean;
  /** It did not take the last write, though there was room. */
  readonly isFailing: boolean;
}

/** Watches the free room. `onFault` is told of each write that the disk did not take. */
export function watchDiskReserve(
  folder: string,
  reserveBytes: number,
  onFault: (error: Error) => void,
): DiskReserve {
  let room = roomOf(statfsSync(folder));
  let isLow = room.freeBytes < reserveBytes;
  let isBlocked = false;
  let isFailing = false;
  let isStopped = false;

  async function look(): Promise<void> {
    room = roomOf(await statfs(folder));
    isLow = room.freeBytes < reserveBytes;
    if (!isStopped) timer = setTimeout(lookAgain, LOOK_EVERY_MS).unref();
  }
  const lookAgain = () => {
    look().catch(() => {
      // A disk that can't even say how full it is takes no writes.
      isLow = true;
      if (!isStopped) timer = setTimeout(lookAgain, LOOK_EVERY_MS).unref();
    });
  };
  let timer = setTimeout(lookAgain, LOOK_EVERY_MS).unref();
  return {
    check(bytes = 0) {
      if (isLow || isBlocked || room.freeBytes - bytes < reserveBytes) throw diskFullError();
    },
    block(now) {
      isBlocked = now;
    },
    toDomainError(error) {
      if (!(error instanceof Database.SqliteError)) return error;
      if (error.code.startsWith("SQLITE_FULL")) return diskFullError();
      if (!/^SQLITE_(IOERR|READONLY|CANTOPEN)/.test(error.code)) return error;
      isFailing = true;
      onFault(error);
      return diskWriteError();
    },
    recordWrite(isTaken) {
      isFailing = !isTaken;
    },
    status: () => ({ ...room, isLow: isLow || isBlocked, isFailing }),
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

function roomOf({ bavail, blocks, bsize }: StatsFs): Pick<DiskStatus, "freeBytes" | "totalBytes"> {
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
