import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { type Called, Caller } from "./caller.ts";

/** Milliseconds of each count with status 200, ascending, and the number of the others. */
export interface CountTimes {
  readonly times: Float64Array;
  readonly refused: number;
}

/** Of the demo: in progress. */
export const RUNNING_STOCKTAKE = 3;
const COUNTED_ITEMS = 50;

/**
 * Counts at a steady rate, each at its time whether or not the ones before have their responses, beside some work. In a thread, so
 * that the work of this process does not delay it.
 */
export async function countBeside(
  { url, token }: Called,
  perSecond: number,
  work: () => Promise<unknown>,
): Promise<CountTimes> {
  const thread = new Worker(new URL(import.meta.url), { workerData: { url, token, perSecond } });
  await once(thread, "message");
  await work();
  const message = once(thread, "message");
  thread.postMessage("stop");
  const [times] = await message;
  await thread.terminate();
  return times;
}

async function count(called: Called, perSecond: number): Promise<CountTimes> {
  let isOver = false;
  parentPort?.once("message", () => {
    isOver = true;
  });
  const idle: Caller[] = [new Caller(called)];
  const listed = await idle[0]?.demand<{ oid: number }[]>(
    "GET",
    `/api/inventories/${RUNNING_STOCKTAKE}/items`,
  );
  const items = (listed ?? []).slice(0, COUNTED_ITEMS).map(({ oid }) => oid);
  const times: number[] = [];
  let refused = 0;
  const countOnce = async (turn: number) => {
    // In turns, so that the server closes none as idle.
    const caller = idle.shift() ?? new Caller(called);
    const update = { oid: items[turn % items.length], inventoryQuantity: turn % 5 };
    const began = performance.now();
    const { status } = await caller.send("PUT", "/api/inventories/items/update", update);
    if (status === 200) times.push(performance.now() - began);
    else refused++;
    idle.push(caller);
  };
  const running = new Set<Promise<void>>();
  parentPort?.postMessage("ready");
  const began = performance.now();
  for (let sent = 0; !isOver; sent++) {
    await sleep(Math.max(0, began + (sent * 1000) / perSecond - performance.now()));
    const counted = countOnce(sent).finally(() => running.delete(counted));
    running.add(counted);
  }
  await Promise.all(running);
  for (const caller of idle) caller.close();
  return { times: Float64Array.from(times).sort(), refused };
}

if (!isMainThread) {
  const { perSecond, ...called } = workerData as Called & { perSecond: number };
  parentPort?.postMessage(await count(called, perSecond));
}
