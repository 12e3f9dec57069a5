import { setTimeout as sleep } from "node:timers/promises";
import { open, request } from "../client.ts";
import { scanPath } from "../jobs.ts";
import { percentile } from "../statistics.ts";
import type { Labelled, PrintServer } from "./server.ts";

/** The milliseconds of scans. */
export interface ScanTimes {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

// About 200 scans a second: a warehouse full of terminals, and still little beside the printing.
const pauseMs = 5;

/** Scans over a connection of its own until the returned function is called, which returns every scan's time. */
export async function startScanner(
  { target }: PrintServer,
  articles: readonly Labelled[],
): Promise<() => Promise<number[]>> {
  const connection = await open(target.port);
  const requests = articles.map(({ code }) => request("GET", scanPath(code), target.token));
  const times: number[] = [];
  let isOver = false;
  const scanning = (async () => {
    for (let turn = 0; !isOver; turn++) {
      const bytes = requests[turn % requests.length];
      if (bytes === undefined) throw new Error("nothing to scan");
      const began = performance.now();
      const { status } = await connection.send(bytes);
      times.push(performance.now() - began);
      if (status !== 200) throw new Error(`a scan was answered ${status}`);
      await sleep(pauseMs);
    }
  })();
  return async () => {
    isOver = true;
    await scanning;
    connection.close();
    return times;
  };
}

/** Puts the scans of several rounds together. */
export function scanTimes(times: readonly number[]): ScanTimes {
  const ascending = times.toSorted((a, b) => a - b);
  return {
    p50: percentile(ascending, 0.5),
    p99: percentile(ascending, 0.99),
    max: percentile(ascending, 1),
  };
}
