import { fdatasync, openSync } from "node:fs";
import type { Database } from "better-sqlite3";

interface Waiting {
  readonly write: () => unknown;
  readonly done: (result: unknown) => void;
  readonly failed: (reason: unknown) => void;
}

/**
 * Runs writes in batches: all waiting ones share one transaction and one flush of the WAL in the thread pool, and each
 * promise settles only after that flush. A write returns its refusal as a result: one that throws rolls back its whole
 * batch.
 */
export function groupCommit(db: Database): <T>(write: () => T) => Promise<T> {
  const wal = openSync(`${db.name}-wal`, "r+");
  let waiting: Waiting[] = [];
  let isBusy = false;
  const runAll = db.transaction((batch: readonly Waiting[]) => batch.map((each) => each.write())).immediate;

  function commit(): void {
    const batch = waiting;
    waiting = [];
    try {
      const results = runAll(batch);
      fdatasync(wal, (error) => {
        // The state of the disk after a failed flush is unknown: no write may be acknowledged from here on.
        if (error !== null) process.kill(process.pid, "SIGKILL");
        for (const [index, each] of batch.entries()) each.done(results[index]);
        next();
      });
    } catch (error) {
      for (const each of batch) each.failed(error);
      next();
    }
  }

  function next(): void {
    isBusy = waiting.length > 0;
    if (isBusy) commit();
  }

  return <T>(write: () => T) =>
    new Promise<T>((resolve, reject) => {
      waiting.push({ write, done: (result) => resolve(result as T), failed: reject });
      if (isBusy) return;
      isBusy = true;
      // After the poll phase: the requests that arrived together go together.
      setImmediate(commit);
    });
}
