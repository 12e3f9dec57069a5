import { Unavailable } from "../../domain/errors.ts";
import type { NotPromise } from "../../storage/database/group-commit.ts";
import type { Storage } from "../../storage/storage.ts";
import { type CounterStore, countersIn, countersOfUser, findCount } from "./counter-store.ts";
import type { Count, Counter } from "./rate-limit.ts";

/** The counters of login attempts: in the database, or in memory while the disk is not accepting writes. */
export interface AttemptCounters {
  /** Runs `work` on the counters in one transaction, or in memory. `work` may run twice. Rejects with the error of `work`. */
  change<T>(work: (counters: CounterStore) => NotPromise<T>): Promise<T>;
  /** The counters in memory that are newer than those in the database. */
  unsaved(): readonly UnsavedCounter[];
}

/** Maximum number of counters in memory. The oldest are removed first, and those of no user before those of users. */
const MAX_IN_MEMORY = 10_000;

type Key = Parameters<CounterStore["remove"]>[0];

/** A counter in memory. */
export type UnsavedCounter =
  | { readonly counter: Counter; readonly count: Count }
  /** A removed counter. */
  | { readonly counter: Key; readonly count: null };

/** Makes the counters of this storage. */
export function attemptCounters(storage: Storage): AttemptCounters {
  /** Counters newer than those in the database. */
  const unsaved = new Map<string, UnsavedCounter>();

  function put(entry: UnsavedCounter): void {
    const key = keyOf(entry.counter);
    unsaved.delete(key);
    unsaved.set(key, entry);
    if (unsaved.size > MAX_IN_MEMORY) removeOldest();
  }

  function removeOldest(): void {
    for (const [key, { counter, count }] of unsaved) {
      if (count === null || (counter.userId ?? null) !== null) continue;
      unsaved.delete(key);
      return;
    }
    const [oldest] = unsaved.keys();
    if (oldest !== undefined) unsaved.delete(oldest);
  }

  const inMemory: CounterStore = {
    find(counter) {
      const found = unsaved.get(keyOf(counter));
      return found === undefined ? findCount(storage.db, counter) : found.count;
    },
    save: (counter, count) => put({ counter, count }),
    remove: (counter) => put({ counter, count: null }),
    removeOfUser(userId, except = []) {
      const newer = [...unsaved.values()].flatMap(({ counter, count }) =>
        count !== null && counter.userId === userId ? [counter] : [],
      );
      for (const counter of [...countersOfUser(storage.db, userId), ...newer]) {
        if (!except.includes(counter.kind)) put({ counter, count: null });
      }
    },
  };

  async function saveAll(): Promise<void> {
    const entries = [...unsaved];
    await storage.write(
      null,
      (tx) => {
        const counters = countersIn(tx);
        for (const [, entry] of entries) {
          if (entry.count === null) counters.remove(entry.counter);
          else counters.save(entry.counter, entry.count);
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
    unsaved: () => [...unsaved.values()],
  };
}

const keyOf = ({ kind, subject }: Key) => `${kind} ${subject}`;
