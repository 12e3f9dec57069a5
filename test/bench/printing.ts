import { setTimeout as sleep } from "node:timers/promises";
import { startBareNet } from "./printing/bare-net.ts";
import { type BulkRound, printByJob } from "./printing/bulk.ts";
import { type IdleTimes, printIdle } from "./printing/idle.ts";
import { type LaneRound, printThroughLanes } from "./printing/lanes.ts";
import { addDeadPrinter, addFormat, addPrinter, type BenchPrinter, epl, zpl } from "./printing/printers.ts";
import { type PrintingResult, printingTables } from "./printing/report.ts";
import { type ScanTimes, scanTimes, startScanner } from "./printing/scanner.ts";
import { articlesFor, type Labelled, openPrintServer, type PrintServer } from "./printing/server.ts";
import { isHonest } from "./printing/tally.ts";
import type { Target } from "./targets.ts";

/** How much is printed. */
export interface Amounts {
  readonly rounds: number;
  readonly idleLabels: number;
  readonly silentLabels: number;
  readonly laneLabels: number;
}

/** The amounts of a full run and of a quick one. */
export const amounts = {
  full: { rounds: 3, idleLabels: 150, silentLabels: 5, laneLabels: 500 },
  quick: { rounds: 1, idleLabels: 100, silentLabels: 3, laneLabels: 800 },
} as const satisfies Record<string, Amounts>;

const livingPrinters = 19;
const warmUpLabels = 40;
const scanAloneMs = 1000;

/**
 * Prints through the running product to sinks of the bench, and the same bytes through a bare `net` program in turns;
 * returns the tables. Throws when a label is lost, doubled, or reported in a wrong state.
 */
export async function measurePrinting(target: Target, amount: Amounts): Promise<string> {
  const server = await openPrintServer(target);
  const bare = startBareNet();
  const { living, dead, silent } = await addPrinters(server);
  const [first] = living;
  if (first === undefined) throw new Error("no printer");
  const articles = await articlesFor(server, Math.max(amount.laneLabels, amount.idleLabels));
  const idle = (printer: BenchPrinter, count: number) =>
    printIdle(server, bare, printer, articles.slice(0, count));
  const lanes = (printers: readonly BenchPrinter[], count = amount.laneLabels) =>
    printThroughLanes(server, bare, printers, articles.slice(0, count));

  // Not counted: everything has run once.
  await idle(first, warmUpLabels);
  await lanes([...living, dead], warmUpLabels);
  const scanAlone = await scanIdle(server, articles);
  const idleRounds: IdleTimes[] = [];
  const oneLane: LaneRound[] = [];
  const manyLanes: LaneRound[] = [];
  const bulk: BulkRound[] = [];
  for (let round = 0; round < amount.rounds; round++) {
    idleRounds.push(await idle(first, amount.idleLabels));
    oneLane.push(await lanes([first]));
    bulk.push(await printByJob(server, first, articles.slice(0, amount.laneLabels)));
    manyLanes.push(await lanes([...living, dead]));
  }
  const result = {
    idle: together(idleRounds),
    silent: await idle(silent, amount.silentLabels),
    oneLane,
    bulk,
    manyLanes,
    scanAlone,
  };
  await bare.stop();
  for (const { sink } of [...living, silent]) sink?.close();
  server.close();
  demandHonesty(result);
  return printingTables(result);
}

async function addPrinters(server: PrintServer) {
  const eplFormat = await addFormat(server, epl);
  const zplFormat = await addFormat(server, zpl);
  const living: BenchPrinter[] = [];
  for (let number = 1; number <= livingPrinters; number++) {
    living.push(await addPrinter(server, epl, eplFormat, `Bench ${number}`));
  }
  return {
    living,
    dead: await addDeadPrinter(server, epl, eplFormat),
    silent: await addPrinter(server, zpl, zplFormat, "Bench silent"),
  };
}

async function scanIdle(server: PrintServer, articles: readonly Labelled[]): Promise<ScanTimes> {
  const stopScanner = await startScanner(server, articles);
  await sleep(scanAloneMs);
  return scanTimes(await stopScanner());
}

function together(rounds: readonly IdleTimes[]): IdleTimes {
  return {
    product: rounds.flatMap(({ product }) => product),
    bare: rounds.flatMap(({ bare }) => bare),
  };
}

/** A speed with lost labels is not valid. */
function demandHonesty({ oneLane, bulk, manyLanes }: PrintingResult): void {
  for (const { tally } of [...oneLane, ...bulk, ...manyLanes]) {
    if (!isHonest(tally)) throw new Error(`printing lies: ${JSON.stringify(tally)}`);
  }
}
