import { busyError } from "./concurrency-limit.ts";

/** How many pieces of work may wait. */
export interface FairQueueLimits {
  readonly perLane: number;
  readonly total: number;
}

interface Waiting {
  start(): void;
  refuse(error: Error): void;
}

/** Runs `work` in the turn of its lane and passes on its result or error. Rejects with Unavailable when too many wait. */
export type FairQueue = <T>(lane: string, work: () => Promise<T>) => Promise<T>;

/**
 * Makes a queue for costly work that runs one piece at a time and takes the lanes in turns: work of a lane that is idle
 * waits for one piece of each busy lane at most. When `total` pieces wait, the longest lane loses its last one to a
 * shorter lane.
 */
export function fairQueue({ perLane, total }: FairQueueLimits): FairQueue {
  /** The next lane first. */
  const lanes = new Map<string, Waiting[]>();
  let isRunning = false;
  let waiting = 0;

  function wait(lane: string): Promise<void> {
    const own = lanes.get(lane) ?? [];
    if (own.length >= perLane) throw busyError();
    if (waiting >= total) displaceFor(own.length);
    waiting += 1;
    return new Promise<void>((start, refuse) => {
      own.push({ start, refuse });
      if (!lanes.has(lane)) lanes.set(lane, own);
    });
  }

  /** Refuses the last piece of the longest lane. Throws Unavailable where none is longer than one of `length` would be. */
  function displaceFor(length: number): void {
    let longest: Waiting[] = [];
    for (const lane of lanes.values()) if (lane.length > longest.length) longest = lane;
    if (longest.length <= length + 1) throw busyError();
    longest.pop()?.refuse(busyError());
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
