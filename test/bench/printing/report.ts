import { figure, table } from "../report.ts";
import { median, percentile } from "../statistics.ts";
import type { BulkRound } from "./bulk.ts";
import type { IdleTimes } from "./idle.ts";
import type { LaneRound } from "./lanes.ts";
import { type ScanTimes, scanTimes } from "./scanner.ts";

/** Everything that was measured of printing. */
export interface PrintingResult {
  /** A printer whose language has no status query. */
  readonly idle: IdleTimes;
  /** A printer that is queried and does not reply. */
  readonly silent: IdleTimes;
  readonly oneLane: readonly LaneRound[];
  /** The labels of one job on one lane. */
  readonly bulk: readonly BulkRound[];
  readonly manyLanes: readonly LaneRound[];
  /** The same scans before, with nothing to print. */
  readonly scanAlone: ScanTimes;
}

/** The product beside the bare program; times in ms, the ratio is how many times the bare program's. */
export function printingTables(result: PrintingResult): string {
  const { idle, silent, oneLane, bulk, manyLanes } = result;
  const speeds = [
    timeRow("idle printer: request to last byte", "p50", idle),
    timeRow("idle printer: request to last byte", "p99", idle),
    timeRow("the same, asked for its state and silent", "p50", silent),
    ...rateRows("one lane", oneLane),
    ["one lane, one job: labels/s to the last Done", middleOf(bulk, "product"), "-", "-"],
    ["one lane, one job: CPU s per 1000 labels", middleOf(bulk, "cpuPer1000"), "-", "-"],
    ...rateRows("20 lanes, one dead", manyLanes),
  ];
  return [
    table(["printing", "product", "bare net", "product / bare"], speeds),
    table(["scan", "p50 ms", "p99 ms", "max ms"], scanRows(result)),
    table(
      ["labels", "asked", "lost", "doubled", "doubtful", "for the dead", "still waiting"],
      [
        tallyRow("one lane", oneLane),
        tallyRow("one lane, one job", bulk),
        tallyRow("20 lanes, one dead", manyLanes),
      ],
    ),
  ].join("\n");
}

const shares = { p50: 0.5, p99: 0.99 };

function timeRow(what: string, share: keyof typeof shares, { product, bare }: IdleTimes): string[] {
  const at = (times: readonly number[]) =>
    percentile(
      times.toSorted((a, b) => a - b),
      shares[share],
    );
  return row(`${what}, ${share} ms`, at(product), at(bare));
}

function rateRows(what: string, rounds: readonly LaneRound[]): string[][] {
  const middle = (key: "product" | "bare" | "asked" | "cpuPer1000") =>
    median(rounds.map((round) => round[key]));
  return [
    row(`${what}: labels/s to the last Done`, middle("product"), middle("bare")),
    [`${what}: requests accepted/s meanwhile`, figure(middle("asked")), "-", "-"],
    [`${what}: CPU s per 1000 labels`, figure(middle("cpuPer1000")), "-", "-"],
  ];
}

function middleOf(rounds: readonly BulkRound[], key: "product" | "cpuPer1000"): string {
  return figure(median(rounds.map((round) => round[key])));
}

function row(what: string, product: number, bare: number): string[] {
  return [what, figure(product), figure(bare), figure(product / bare)];
}

function scanRows({ oneLane, manyLanes, scanAlone }: PrintingResult): string[][] {
  const during = (rounds: readonly LaneRound[]) => scanTimes(rounds.flatMap(({ scans }) => scans));
  const rows: [string, ScanTimes][] = [
    ["alone", scanAlone],
    ["while one lane prints", during(oneLane)],
    ["while 20 lanes print, one dead", during(manyLanes)],
  ];
  return rows.map(([what, { p50, p99, max }]) => [what, figure(p50), figure(p99), figure(max)]);
}

function tallyRow(what: string, rounds: readonly { readonly tally: LaneRound["tally"] }[]): string[] {
  const keys = ["asked", "lost", "doubled", "doubtful", "forDead", "waiting"] as const;
  const sum = (key: (typeof keys)[number]) => rounds.reduce((total, { tally }) => total + tally[key], 0);
  return [what, ...keys.map((key) => String(sum(key)))];
}
