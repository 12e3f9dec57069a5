import { figure, table } from "../report.ts";
import { median, percentile } from "../statistics.ts";
import type { Loaded } from "./product.ts";
import type { Sizes } from "./sizes.ts";

/** Milliseconds from the scanner's Enter to the painted result, a list for each round. */
export interface VerdictTimes {
  readonly product: readonly (readonly number[])[];
  readonly bare: readonly (readonly number[])[];
}

/** The results of one browser. */
export interface BrowserResult {
  readonly browser: string;
  /** By the processor's slowdown. */
  readonly verdicts: ReadonlyMap<number, VerdictTimes>;
  /** Ms from the address to the reaction to a tap, nothing cached, the processor four times slower. */
  readonly firstLoads: readonly number[];
  readonly loaded: Loaded;
}

const VERDICT_MS = 100;
const FIRST_LOAD_MS = 2000;
const FIRST_SCRIPT_KB = 60;

const share = (rounds: VerdictTimes["product"], part: number) =>
  median(
    rounds.map((times) =>
      percentile(
        times.toSorted((a, b) => a - b),
        part,
      ),
    ),
  );

/** The tables of a run: medians of rounds, the worst of all as max. */
export function terminalTables(results: readonly BrowserResult[], sizes: Sizes, items: number): string {
  const head = [
    "from Enter to the verdict",
    "slowed",
    "p50 ms",
    "p95 ms",
    "max ms",
    "bare p50",
    "bare p95",
    "p50 / bare",
  ];
  const verdicts = results.flatMap(({ browser, verdicts }) =>
    [...verdicts].map(([rate, { product, bare }]) => [
      browser,
      `${rate}×`,
      figure(share(product, 0.5)),
      figure(share(product, 0.95)),
      figure(Math.max(...product.flat())),
      figure(share(bare, 0.5)),
      figure(share(bare, 0.95)),
      figure(share(product, 0.5) / share(bare, 0.5)),
    ]),
  );
  const loads = results.map(({ browser, firstLoads, loaded }) => [
    browser,
    figure(median(firstLoads)),
    figure(loaded.articlesSeconds),
    figure(loaded.itemsSeconds),
    figure(loaded.megabytes),
  ]);
  return [
    `A kept stocktake of ${items} items.\n\n`,
    table(head, verdicts),
    "\n",
    table(["on the device", "first load, 4× slowed: ms", "articles s", "stocktake s", "kept MB"], loads),
    "\n",
    sizeTable(sizes),
    "\n",
    goalTable(results, sizes),
  ].join("");
}

const kilobytes = (bytes: number) => figure(bytes / 1000);

function sizeTable({ firstScripts, laterScripts, styles, decoder }: Sizes): string {
  return table(
    ["sent by gzip", "KB"],
    [
      ["scripts of the first load", kilobytes(firstScripts)],
      ["scripts that follow by themselves", kilobytes(laterScripts)],
      ["styles", kilobytes(styles)],
      ["the camera's decoder, when it is wanted", kilobytes(decoder)],
    ],
  );
}

function goalTable(results: readonly BrowserResult[], { firstScripts }: Sizes): string {
  const row = (what: string, goal: number, measured: number) => [
    what,
    `≤ ${goal}`,
    figure(measured),
    measured <= goal ? "met" : "missed",
  ];
  const rows = results.flatMap(({ browser, verdicts, firstLoads }) => [
    ...[...verdicts].map(([rate, { product }]) =>
      row(`${browser}, slowed ${rate}×: verdict p95 ms`, VERDICT_MS, share(product, 0.95)),
    ),
    row(`${browser}, slowed 4×: first load ms`, FIRST_LOAD_MS, median(firstLoads)),
  ]);
  rows.push(row("scripts of the first load, KB by gzip", FIRST_SCRIPT_KB, firstScripts / 1000));
  return table(["goal", "at", "measured", "verdict"], rows);
}
