import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { type Connection, jsonRequest, open } from "../client.ts";
import type { Counted, CountTimes, Terminals } from "./counting.ts";

/** Of a connection, between its response and its next count: it leaves the cores to the measured program. */
const PAUSE_MS = 10;

const { port, token, perSecond, connections, items } = workerData as Terminals & {
  port: number;
  token: string;
};
let isOver = false;
parentPort?.once("message", () => {
  isOver = true;
});

let turn = 0;
const nextCount = () => {
  const oid = items[++turn % items.length];
  return jsonRequest("PUT", "/api/inventories/items/update", token, { oid, inventoryQuantity: turn % 5 });
};

/** Collects the times of counts. */
class Collector implements CountTimes {
  readonly times: number[] = [];
  refused = 0;

  async count(connection: Connection): Promise<void> {
    const began = performance.now();
    const { status } = await connection.send(nextCount());
    if (status === 200) this.times.push(performance.now() - began);
    else this.refused++;
  }
}

async function countSteadily(): Promise<CountTimes> {
  const collector = new Collector();
  const idle: Connection[] = [];
  const running = new Set<Promise<void>>();
  const countOnce = async () => {
    // In turns, so that the server closes none as idle.
    const connection = idle.shift() ?? (await open(port));
    await collector.count(connection);
    idle.push(connection);
  };
  const began = performance.now();
  for (let sent = 0; !isOver; sent++) {
    await sleep(Math.max(0, began + (sent * 1000) / perSecond - performance.now()));
    const counted = countOnce().finally(() => running.delete(counted));
    running.add(counted);
  }
  await Promise.all(running);
  for (const connection of idle) connection.close();
  return collector;
}

async function countInTurns(): Promise<CountTimes> {
  const collector = new Collector();
  const lane = async () => {
    const connection = await open(port);
    while (!isOver) {
      await collector.count(connection);
      await sleep(PAUSE_MS);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, lane));
  return collector;
}

const plain = ({ times, refused }: CountTimes): CountTimes => ({ times, refused });
const both = Promise.all([countSteadily(), countInTurns()]);
parentPort?.postMessage("ready");
const [steady, closed] = await both;
parentPort?.postMessage({ steady: plain(steady), closed: plain(closed) } satisfies Counted);
