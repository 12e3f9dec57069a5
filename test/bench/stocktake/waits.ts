import { setTimeout as sleep } from "node:timers/promises";
import { jsonRequest, open, request } from "../client.ts";
import type { Target } from "../targets.ts";

/** The longest that somebody else waited for an answer, in milliseconds. */
export interface Waits {
  readonly read: number;
  readonly write: number;
}

const PAUSE_MS = 3;
/** Of the demo: in progress, with items of its own. */
const COUNTED_BESIDE = 102;

/** Looks articles up and counts elsewhere, again and again, until the function that it gives is called. */
export async function startWaiting({ port, token }: Target): Promise<() => Promise<Waits>> {
  let isOver = false;
  const repeat = async (bytes: () => Buffer): Promise<number> => {
    const connection = await open(port);
    let longest = 0;
    while (!isOver) {
      const began = performance.now();
      const { status } = await connection.send(bytes());
      if (status !== 200) throw new Error(`beside the work a request was answered ${status}`);
      longest = Math.max(longest, performance.now() - began);
      await sleep(PAUSE_MS);
    }
    connection.close();
    return longest;
  };
  let turn = 0;
  const scan = request("GET", "/api/articles/getbycode?code=A000007", token);
  const reading = repeat(() => scan);
  const writing = repeat(() =>
    jsonRequest("PUT", "/api/inventories/items/update", token, {
      oid: COUNTED_BESIDE,
      inventoryQuantity: ++turn % 5,
    }),
  );
  return async () => {
    isOver = true;
    return { read: await reading, write: await writing };
  };
}
