import { statfsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import Database from "better-sqlite3";
import { Unavailable } from "../errors.ts";
import { say } from "../words.ts";

const LOOK_EVERY_MS = 5000;

/** Keeps a part of the disk free, so that reads, logins and a clean stop go on when it fills up. */
export interface Reserve {
  /** Throws Unavailable (503) while less than the reserve is free. */
  check(): void;
  /** Turns the database's "disk full" into Unavailable; gives back everything else. */
  translate(error: unknown): unknown;
  /** What was last seen of the disk. */
  seen(): { readonly freeBytes: number; readonly isLow: boolean };
  stop(): void;
}

/** The refusal of a write for want of room on the disk. */
export function diskFull(): Unavailable {
  return new Unavailable(
    say(
      "The box has no room left on its disk. Nothing was saved; make room and try again.",
      "Na disku zařízení není místo. Nic se neuložilo; uvolněte místo a zkuste to znovu.",
    ),
    15,
  );
}

export function watchReserve(folder: string, reserveBytes: number): Reserve {
  let freeBytes = free(statfsSync(folder));
  let isLow = freeBytes < reserveBytes;
  let isStopped = false;

  async function look(): Promise<void> {
    freeBytes = free(await statfs(folder));
    isLow = freeBytes < reserveBytes;
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
    check() {
      if (isLow) throw diskFull();
    },
    translate: (error) =>
      error instanceof Database.SqliteError && error.code.startsWith("SQLITE_FULL") ? diskFull() : error,
    seen: () => ({ freeBytes, isLow }),
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

function free({ bavail, bsize }: { bavail: number; bsize: number }): number {
  return bavail * bsize;
}
