import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { jsonRequest, open, request } from "../client.ts";
import type { ResponseTimes } from "./response-times.ts";

const PAUSE_MS = 3;
/** Of the demo: in progress, with items of its own. */
const COUNTED_BESIDE = 102;

const { port, token } = workerData as { port: number; token: string };
let isOver = false;
parentPort?.once("message", () => {
  isOver = true;
});

async function repeat(bytes: () => Buffer): Promise<number> {
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
}

const scan = request("GET", "/api/articles/getbycode?code=A000007", token);
let turn = 0;
const count = () => {
  const body = { oid: COUNTED_BESIDE, inventoryQuantity: ++turn % 5 };
  return jsonRequest("PUT", "/api/inventories/items/update", token, body);
};
const both = Promise.all([repeat(() => scan), repeat(count)]);
parentPort?.postMessage("ready");
const [read, write] = await both;
parentPort?.postMessage({ read, write } satisfies ResponseTimes);
