import { fdatasync } from "node:fs";

/** Flushes the WAL. Commits during one flush share the next. */
export interface WalSync {
  /** Records a commit. */
  committed(): void;
  /** Null when every commit is on the disk; else resolves when the commits so far are. */
  durable(): Promise<void> | null;
  /** Flushes also commits that were not recorded yet. */
  flush(): Promise<void>;
}

/**
 * Group commit for a WAL in synchronous=NORMAL: one `fdatasync` of its descriptor in the thread pool. `onSync` gets the
 * milliseconds of each flush. After a failed flush the disk's content is unknown (the kernel may drop the page and succeed the
 * next time), so `onFailure` must end the process. No waiting write is acknowledged then.
 */
export function makeWalSync(
  fd: () => number,
  onFailure: (error: Error) => void,
  onSync: (ms: number) => void = () => {},
): WalSync {
  let commits = 0;
  let onDisk = 0;
  let isSyncing = false;
  let waiting: { upTo: number; resolve: () => void }[] = [];

  function sync(): void {
    isSyncing = true;
    const upTo = commits;
    const startedAt = performance.now();
    fdatasync(fd(), (error) => {
      if (error) return onFailure(error);
      onSync(performance.now() - startedAt);
      isSyncing = false;
      onDisk = upTo;
      const reached = waiting.filter((waiter) => waiter.upTo <= upTo);
      waiting = waiting.filter((waiter) => waiter.upTo > upTo);
      for (const waiter of reached) waiter.resolve();
      if (waiting.length > 0 && !isSyncing) sync();
    });
  }
  function durable(): Promise<void> | null {
    if (onDisk === commits) return null;
    const upTo = commits;
    const promise = new Promise<void>((resolve) => waiting.push({ upTo, resolve }));
    if (!isSyncing) sync();
    return promise;
  }
  return {
    committed() {
      commits++;
    },
    durable,
    async flush() {
      commits++;
      await durable();
    },
  };
}
