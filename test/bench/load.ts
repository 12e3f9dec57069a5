import { Caller } from "./caller.ts";
import { cpuSeconds } from "./process.ts";
import type { Product } from "./product.ts";

/** Sends once; returns its milliseconds, or undefined when it was refused. */
export type Turn = (caller: Caller) => Promise<number | undefined>;

/** The times of some callers, in ascending milliseconds. */
export interface Load {
  readonly times: Float64Array;
  readonly refused: number;
  readonly perSecond: number;
  /** CPU seconds of the product for 1000 turns, with all that it does beside. */
  readonly cpuPer1000: number;
}

/** Lets so many callers, each on a connection of its own, send again as soon as they have their response, for so long. */
export async function load(product: Product, callers: number, seconds: number, turn: Turn): Promise<Load> {
  const times: number[] = [];
  let refused = 0;
  const cpu = cpuSeconds(product.pid);
  const began = performance.now();
  const end = began + seconds * 1000;
  const call = async () => {
    const caller = new Caller(product);
    do {
      const took = await turn(caller);
      if (took === undefined) refused++;
      else times.push(took);
    } while (performance.now() < end);
    caller.close();
  };
  await Promise.all(Array.from({ length: callers }, call));
  const elapsed = (performance.now() - began) / 1000;
  const used = cpuSeconds(product.pid) - cpu;
  return {
    times: Float64Array.from(times).sort(),
    refused,
    perSecond: times.length / elapsed,
    cpuPer1000: (used / times.length) * 1000,
  };
}

/** Repeats a turn without pause beside some work. */
export async function beside<T>(product: Product, turn: Turn, work: () => Promise<T>): Promise<T> {
  let isOver = false;
  const caller = new Caller(product);
  const repeated = (async () => {
    while (!isOver) await turn(caller);
  })();
  try {
    return await work();
  } finally {
    isOver = true;
    await repeated;
    caller.close();
  }
}
