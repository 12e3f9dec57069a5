import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Target } from "../targets.ts";

/** The longest that somebody else waited for an answer, in milliseconds. */
export interface Waits {
  readonly read: number;
  readonly write: number;
}

/**
 * Looks articles up and counts elsewhere, again and again, until the function that it gives is called: in a thread, so that
 * nobody waits for what this process does itself.
 */
export async function startWaiting({ port, token }: Target): Promise<() => Promise<Waits>> {
  const thread = new Worker(new URL("./waits-thread.ts", import.meta.url), { workerData: { port, token } });
  await once(thread, "message");
  return async () => {
    const answer = once(thread, "message");
    thread.postMessage("stop");
    const [waits] = await answer;
    await thread.terminate();
    return waits;
  };
}
