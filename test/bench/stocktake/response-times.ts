import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Target } from "../targets.ts";

/** The longest wait of another client for a response, in milliseconds. */
export interface ResponseTimes {
  readonly read: number;
  readonly write: number;
}

/**
 * Finds articles and counts other items repeatedly, until the returned function is called. It runs in a thread, so that
 * the work of this process does not delay it.
 */
export async function startMeasuring({ port, token }: Target): Promise<() => Promise<ResponseTimes>> {
  const thread = new Worker(new URL("./response-times-thread.ts", import.meta.url), {
    workerData: { port, token },
  });
  await once(thread, "message");
  return async () => {
    const message = once(thread, "message");
    thread.postMessage("stop");
    const [times] = await message;
    await thread.terminate();
    return times;
  };
}
