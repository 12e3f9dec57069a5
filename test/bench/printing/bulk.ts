import { cpuSeconds } from "../process.ts";
import type { BenchPrinter } from "./printers.ts";
import { ended, type Shown } from "./requests.ts";
import type { Labelled, PrintServer } from "./server.ts";
import { waitForArrivals } from "./sink.ts";
import { type Tally, tallyOf } from "./tally.ts";

/** One job of labels on one lane. */
export interface BulkRound {
  /** Labels a second, from the request until the last one is Done. */
  readonly product: number;
  /** CPU seconds of the product for 1000 labels. */
  readonly cpuPer1000: number;
  readonly tally: Tally;
}

/** Prints a label of each article by one job. */
export async function printByJob(
  server: PrintServer,
  { oid: printerId, formatId: labelFormatId, sink }: BenchPrinter,
  articles: readonly Labelled[],
): Promise<BulkRound> {
  if (sink === null) throw new Error("a dead printer prints no job");
  sink.clear();
  const cpu = cpuSeconds(server.target.pid);
  const began = Date.now();
  const ids = articles.map(({ oid }) => oid);
  await server.post("/api/articles/bulk-labels", { ids, printerId, labelFormatId });
  await waitForArrivals([sink], ids.length);
  const used = cpuSeconds(server.target.pid) - cpu;
  const [newest] = await server.get<Shown[]>(`/api/printrequests?printerId=${printerId}`);
  // Nothing else prints meanwhile, so the ids are consecutive.
  const oids = ids.map((_, index) => (newest?.oid ?? 0) - index);
  const requests = await ended(server, oids);
  const endedAt = Math.max(...requests.map(({ finishedDT }) => Date.parse(finishedDT ?? "1970-01-01")));
  return {
    product: (ids.length / (endedAt - began)) * 1000,
    cpuPer1000: (used / ids.length) * 1000,
    tally: tallyOf(
      requests,
      sink.arrivals.map(({ bytes }) => bytes),
    ),
  };
}
