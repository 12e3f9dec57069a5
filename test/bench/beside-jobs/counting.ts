import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Target } from "../targets.ts";

/** Who counts beside a job. */
export interface Terminals {
  /** Counts a second, sent at their time whether or not the ones before have their responses. */
  readonly perSecond: number;
  /** Connections that send their next count when they have their response. */
  readonly connections: number;
  /** The counted items. */
  readonly items: readonly number[];
}

/** Milliseconds of each count with status 200, and the number of the others. */
export interface CountTimes {
  readonly times: readonly number[];
  readonly refused: number;
}

/** The counts of both ways. */
export interface Counted {
  readonly steady: CountTimes;
  readonly closed: CountTimes;
}

/** Counts until the returned function is called. In a thread, so that the work of this process does not delay it. */
export async function startCounting(
  { port, token }: Target,
  terminals: Terminals,
): Promise<() => Promise<Counted>> {
  const thread = new Worker(new URL("./counting-thread.ts", import.meta.url), {
    workerData: { port, token, ...terminals },
  });
  await once(thread, "message");
  return async () => {
    const message = once(thread, "message");
    thread.postMessage("stop");
    const [counted] = await message;
    await thread.terminate();
    return counted;
  };
}
