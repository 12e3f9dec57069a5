import { busyError } from "../../platform/concurrency-limit.ts";

/** How many logins of one address or device may be under way. */
const MAX_IN_LANE = 256;

/** Counts the logins under way of each lane, so that one address or device can't fill the queue of all others. */
export interface LoginLanes {
  /** Runs `work` in a lane. Throws Unavailable while the lane is full. */
  run<T>(lane: string, work: () => Promise<T>): Promise<T>;
}

export function makeLoginLanes(): LoginLanes {
  const counts = new Map<string, number>();
  return {
    async run(lane, work) {
      const others = counts.get(lane) ?? 0;
      if (others >= MAX_IN_LANE) throw busyError();
      counts.set(lane, others + 1);
      try {
        return await work();
      } finally {
        const left = (counts.get(lane) ?? 1) - 1;
        if (left === 0) counts.delete(lane);
        else counts.set(lane, left);
      }
    },
  };
}
