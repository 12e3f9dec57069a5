import { fdatasync } from "node:fs";

/** The shared flush of the WAL: commits made while one is in flight share the next. */
export interface WalSync {
  /** Says that a commit was made. */
  committed(): void;
  /** Null when everything committed is on the disk; else resolves when all that was committed by now is. */
  durable(): Promise<void> | null;
}

/**
 * Group commit for a WAL in synchronous=NORMAL: one `fdatasync` of its descriptor in the thread pool.
 * A failed sync leaves the disk's content unknown (the kernel may drop the page and succeed next time), so
 * `failed` must end the process; nothing waiting is ever acknowledged.
 */
export function makeWalSync(
  fd: () => number,
  failed: (error: Error) => void,
  synced: (ms: number) => void = () => {},
): WalSync {
  let commits = 0;
  let onDisk = 0;
  let isSyncing = false;
  let waiting: { upTo: number; done: () => void }[] = [];

  function sync(): void {
    isSyncing = true;
    const upTo = commits;
    const began = performance.now();
    fdatasync(fd(), (error) => {
      if (error) return failed(error);
      synced(performance.now() - began);
      isSyncing = false;
      onDisk = upTo;
      const reached = waiting.filter((waiter) => waiter.upTo <= upTo);
      waiting = waiting.filter((waiter) => waiter.upTo > upTo);
      for (const waiter of reached) waiter.done();
      if (waiting.length > 0 && !isSyncing) sync();
    });
  }
  return {
    committed() {
      commits++;
    },
    durable() {
      if (onDisk === commits) return null;
      const upTo = commits;
      const promise = new Promise<void>((done) => waiting.push({ upTo, done }));
      if (!isSyncing) sync();
      return promise;
    },
  };
}
