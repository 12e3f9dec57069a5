import { Unavailable } from "../errors.ts";
import type { NotPromise } from "../storage/group-commit.ts";
import type { Storage } from "../storage/storage.ts";
import { type Count, type Counter, type CounterStore, countersIn, findCount } from "./guesses.ts";

/** The counters of login attempts: in the database, and in memory while the disk takes no writes. */
export interface AttemptCounters {
  /** Runs `work` on the counters in one transaction, or in memory. `work` may run twice; rejects with what it throws. */
  change<T>(work: (counters: CounterStore) => NotPromise<T>): Promise<T>;
}

/** Far more than are counted while a disk is full; the oldest go first. */
const MAX_IN_MEMORY = 10_000;

interface Unsaved {
  readonly counter: Counter;
  /** Null: removed. */
  readonly count: Count | null;
}

/** The counters of this storage, with a memory of their own. */
export function attemptCounters(storage: Storage): AttemptCounters {
  /** Newer than what the database holds. */
  const unsaved = new Map<string, Unsaved>();

  function put(counter: Counter, count: Count | null): void {
    const key = `${counter.kind} ${counter.subject}`;
    unsaved.delete(key);
    unsaved.set(key, { counter, count });
    const [oldest] = unsaved.keys();
    if (unsaved.size > MAX_IN_MEMORY && oldest !== undefined) unsaved.delete(oldest);
  }

  const inMemory: CounterStore = {
    find(counter) {
      const found = unsaved.get(`${counter.kind} ${counter.subject}`);
      return found === undefined ? findCount(storage.db, counter) : found.count;
    },
    save: put,
    remove: (counter) => put(counter, null),
  };

  async function saveAll(): Promise<void> {
    const entries = [...unsaved];
    await storage.write(
      null,
      (tx) => {
        const counters = countersIn(tx);
        for (const [, { counter, count }] of entries) {
          if (count === null) counters.remove(counter);
          else counters.save(counter, count);
        }
      },
      { evenWhenLow: true },
    );
    for (const [key, entry] of entries) if (unsaved.get(key) === entry) unsaved.delete(key);
  }

  return {
    async change(work) {
      try {
        while (unsaved.size > 0) await saveAll();
        return await storage.write(null, (tx) => work(countersIn(tx)), { evenWhenLow: true });
      } catch (error) {
        if (!(error instanceof Unavailable)) throw error;
        return work(inMemory);
      }
    },
  };
}
