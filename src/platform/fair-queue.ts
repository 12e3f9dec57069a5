import { busyError } from "./concurrency-limit.ts";

/** Maximum numbers of waiting tasks. */
interface FairQueueLimits {
  readonly perLane: number;
  readonly total: number;
}

interface WaitingTask {
  start(): void;
  reject(error: Error): void;
}

/** Runs `work` in the turn of its lane and passes on its result or error. Rejects with Unavailable when too many tasks wait. */
type FairQueue = <T>(lane: string, work: () => Promise<T>) => Promise<T>;

/**
 * Makes a queue for expensive work that runs one task at a time and serves the lanes in turn. A task of an idle lane waits for
 * at most one task of each busy lane. When `total` tasks wait, a task of a shorter lane displaces the last one of the longest.
 */
export function fairQueue({ perLane, total }: FairQueueLimits): FairQueue {
  /** In order of service. */
  const lanes = new Map<string, WaitingTask[]>();
  let isRunning = false;
  let waiting = 0;

  function wait(lane: string): Promise<void> {
    const own = lanes.get(lane) ?? [];
    if (own.length >= perLane) throw busyError();
    if (waiting >= total) displaceFor(own.length);
    waiting += 1;
    return new Promise<void>((start, reject) => {
      own.push({ start, reject });
      if (!lanes.has(lane)) lanes.set(lane, own);
    });
  }

  /** Rejects the last task of the longest lane. Throws Unavailable where no lane would be longer than the lane of `length` tasks. */
  function displaceFor(length: number): void {
    let longest: WaitingTask[] = [];
    for (const lane of lanes.values()) if (lane.length > longest.length) longest = lane;
    if (longest.length <= length + 1) throw busyError();
    longest.pop()?.reject(busyError());
    waiting -= 1;
  }

  function startNext(): void {
    const [next] = lanes;
    if (next === undefined) {
      isRunning = false;
      return;
    }
    const [lane, own] = next;
    const first = own.shift();
    lanes.delete(lane);
    if (own.length > 0) lanes.set(lane, own);
    waiting -= 1;
    first?.start();
  }

  return async (lane, work) => {
    if (isRunning) await wait(lane);
    isRunning = true;
    try {
      return await work();
    } finally {
      startNext();
    }
  };
}
