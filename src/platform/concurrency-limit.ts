import { Unavailable } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";

/**
 * Makes a queue for expensive work: at most `concurrency` tasks run, and up to `maxWaiting` more wait in order of arrival. The
 * returned function runs `work` in its turn and passes on its result or error. It throws Unavailable when too many wait, and
 * the signal's reason when aborted while it waits.
 */
export function concurrencyLimit(
  concurrency: number,
  maxWaiting: number,
): <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T> {
  let running = 0;
  const queue: (() => void)[] = [];

  const turn = (signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      signal?.throwIfAborted();
      const start = () => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      const leave = () => {
        queue.splice(queue.indexOf(start), 1);
        reject(signal?.reason);
      };
      queue.push(start);
      signal?.addEventListener("abort", leave, { once: true });
    });

  return async (work, signal) => {
    if (running < concurrency) running += 1;
    else if (queue.length < maxWaiting) await turn(signal);
    else throw busyError();
    try {
      return await work();
    } finally {
      // The slot passes to the next task directly, so that no later task overtakes it.
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** Limits of a queue with lanes. */
interface LaneLimits {
  /** Tasks of all lanes that run. */
  readonly running: number;
  /** Tasks of a lane that run. */
  readonly perLane: number;
  /** More tasks of a lane. */
  readonly waiting: number;
}

/** Makes a queue with a lane for each key, such as a tenant. A lane that has used up its limits delays no other one. */
export function concurrentLanes<K>({
  running,
  perLane,
  waiting,
}: LaneLimits): <T>(key: K, work: () => Promise<T>, signal?: AbortSignal) => Promise<T> {
  const inTurn = concurrencyLimit(running, Number.POSITIVE_INFINITY);
  const lanes = new Map<K, ReturnType<typeof concurrencyLimit>>();
  return (key, work, signal) => {
    const lane = lanes.get(key) ?? concurrencyLimit(perLane, waiting);
    lanes.set(key, lane);
    return lane(() => inTurn(work, signal), signal);
  };
}

/** Waits for a free slot and returns the function that releases it. Rejects with Unavailable if too many wait. */
export function acquireSlot(queue: (work: () => Promise<void>) => Promise<void>): Promise<() => void> {
  return new Promise((begun, failed) => {
    queue(() => new Promise<void>((ended) => begun(ended))).catch(failed);
  });
}

/** The error when too much work is waiting. */
export function busyError(): Unavailable {
  return new Unavailable(msg("The server is busy. Try again in a moment."), 2);
}

/** Runs `work` for each item, at most `concurrency` at a time. Reads an item when its turn comes. Rejects with the first failure. */
export async function forEachConcurrent<T>(
  items: Iterable<T>,
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const source = items[Symbol.iterator]();
  const runNext = async () => {
    for (let next = source.next(); !next.done; next = source.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: concurrency }, runNext));
}

/** Half of the threads: the others flush the database and read files (`UV_THREADPOOL_SIZE` is 8). */
const MAX_COMPRESSIONS = 4;

/** Runs compression in the thread pool of libuv when it is its turn, so that it never takes all threads. */
export const inThreadPool = concurrencyLimit(MAX_COMPRESSIONS, Number.POSITIVE_INFINITY);
