import { setTimeout as sleep } from "node:timers/promises";
import { open } from "../client.ts";
import type { BareNet } from "./bare-net.ts";
import { machineMs } from "./clock.ts";
import { askFor } from "./labels.ts";
import type { BenchPrinter } from "./printers.ts";
import { done } from "./requests.ts";
import type { Labelled, PrintServer } from "./server.ts";
import { type Arrival, waitForArrivals } from "./sink.ts";

/** Milliseconds from the request's first byte (bare: from connecting) to the label's last byte at the printer. */
export interface IdleTimes {
  readonly product: readonly number[];
  readonly bare: readonly number[];
}

const pauseMs = 5;

/** Sends one label after another to an idle printer, by the product and then by the bare program. */
export async function printIdle(
  server: PrintServer,
  bare: BareNet,
  printer: BenchPrinter,
  articles: readonly Labelled[],
): Promise<IdleTimes> {
  const { sink, port } = printer;
  if (sink === null) throw new Error("a dead printer is not idle");
  sink.clear();
  const connection = await open(server.target.port);
  const began: number[] = [];
  for (const article of articles) {
    began.push(machineMs());
    const oid = await askFor(connection, server.target.token, { printer, article });
    await waitForArrivals([sink], began.length);
    // The server must be idle before the next one, too.
    await done(server, oid);
    await sleep(pauseMs);
  }
  connection.close();
  const { arrivals } = sink;
  sink.clear();
  const labels = arrivals.map(({ bytes }) => bytes);
  const printed = await bare.print({ lanes: [{ port, labels }], pauseMs });
  await waitForArrivals([sink], labels.length);
  return { product: times(began, arrivals), bare: times(printed.began.flat(), sink.arrivals) };
}

function times(began: readonly number[], arrivals: readonly Arrival[]): number[] {
  return arrivals.map(({ lastByteMs }, index) => lastByteMs - (began[index] ?? Number.NaN));
}
