import { cpuSeconds } from "../process.ts";
import type { BareNet } from "./bare-net.ts";
import { askForAll } from "./labels.ts";
import type { BenchPrinter } from "./printers.ts";
import { ended } from "./requests.ts";
import { startScanner } from "./scanner.ts";
import type { Labelled, PrintServer } from "./server.ts";
import { type Sink, waitForArrivals } from "./sink.ts";
import { type Tally, tallyOf } from "./tally.ts";

/** One round of labels through lanes. */
export interface LaneRound {
  /** Labels a second until the last one is Done (bare: until the last close). */
  readonly product: number;
  readonly bare: number;
  /** Requests accepted a second. */
  readonly asked: number;
  /** CPU seconds of the product for 1000 labels, the scans beside included. */
  readonly cpuPer1000: number;
  /** Milliseconds of every scan meanwhile. */
  readonly scans: readonly number[];
  readonly tally: Tally;
}

const connections = 8;

/** Prints a label of each article, on the printers in turn; then the bare program sends the same to the same printers. */
export async function printThroughLanes(
  server: PrintServer,
  bare: BareNet,
  printers: readonly BenchPrinter[],
  articles: readonly Labelled[],
): Promise<LaneRound> {
  const sinks = printers.flatMap(({ sink }) => sink ?? []);
  const dead = printers.find(({ sink }) => sink === null);
  const orders = articles.flatMap((article, index) => {
    const printer = printers[index % printers.length];
    return printer === undefined ? [] : [{ printer, article }];
  });
  const expected = orders.filter(({ printer }) => printer !== dead).length;
  for (const sink of sinks) sink.clear();

  const stopScanner = await startScanner(server, articles);
  const cpu = cpuSeconds(server.target.pid);
  const began = Date.now();
  const oids = await askForAll(server, orders, connections);
  const askedMs = Date.now() - began;
  await waitForArrivals(sinks, expected);
  const used = cpuSeconds(server.target.pid) - cpu;
  const scans = await stopScanner();
  const requests = await ended(server, oids, dead?.oid);
  const tookMs =
    Math.max(...requests.map(({ finishedDT }) => Date.parse(finishedDT ?? "1970-01-01"))) - began;
  const tally = tallyOf(requests, bytesAt(sinks), dead?.oid);
  if (dead !== undefined) await server.post(`/api/printingprinters/${dead.oid}/cancel-waiting`);

  const bareMs = await printBare(bare, printers, expected);
  return {
    product: (expected / tookMs) * 1000,
    bare: (expected / bareMs) * 1000,
    asked: (orders.length / askedMs) * 1000,
    cpuPer1000: (used / expected) * 1000,
    scans,
    tally,
  };
}

/** The same bytes, sent by the bare program; the dead printer gets one attempt. Returns milliseconds. */
async function printBare(
  bare: BareNet,
  printers: readonly BenchPrinter[],
  expected: number,
): Promise<number> {
  const lanes = printers.map(({ port, sink }) => ({ port, labels: sink === null ? [""] : bytesAt([sink]) }));
  const sinks = printers.flatMap(({ sink }) => sink ?? []);
  for (const sink of sinks) sink.clear();
  const { tookMs } = await bare.print({ lanes, pauseMs: 0 });
  await waitForArrivals(sinks, expected);
  return tookMs;
}

function bytesAt(sinks: readonly Sink[]): string[] {
  return sinks.flatMap(({ arrivals }) => arrivals.map(({ bytes }) => bytes));
}
