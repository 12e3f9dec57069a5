import { type Goal, goals, serverGoals } from "./goals.ts";
import type { Limit } from "./limits.ts";
import type { Round } from "./load.ts";
import { median } from "./statistics.ts";
import type { TargetName } from "./targets.ts";

/** The medians of a job's rounds on one target; `max` and `peakMb` are the worst of them, `refused` their sum. */
export interface Result extends Round {
  readonly job: string;
  readonly connections: number;
  readonly target: TargetName;
}

/** How a target starts: milliseconds to `ready`, resident MB then. */
export interface Start {
  readonly target: TargetName;
  readonly firstMs: number;
  readonly restartMs: number;
  readonly readyMb: number;
}

/** Puts the rounds of a job on a target together. */
export function summarise(rounds: readonly Round[]): Round {
  const middle = (key: keyof Round) => median(rounds.map((round) => round[key]));
  const worst = (key: keyof Round) => Math.max(...rounds.map((round) => round[key]));
  return {
    p50: middle("p50"),
    p99: middle("p99"),
    max: worst("max"),
    perSecond: middle("perSecond"),
    cpuPer1000: middle("cpuPer1000"),
    peakMb: worst("peakMb"),
    besidePerSecond: middle("besidePerSecond"),
    refused: rounds.reduce((sum, round) => sum + round.refused, 0),
  };
}

/**
 * The ratio of the speeds of two results: by the median time at one connection, by turns per second at more connections
 * and beside another job, where the time of one turn has no meaning.
 */
export function speed(of: Result, than: Result): number {
  const byTime = of.connections === 1 && !of.job.startsWith("scanWhile");
  return byTime ? than.p50 / of.p50 : of.perSecond / than.perSecond;
}

function other(results: readonly Result[], of: Result, target: TargetName): Result | undefined {
  return results.find(
    (each) => each.job === of.job && each.connections === of.connections && each.target === target,
  );
}

/** A number with its significant digits; "-" for none. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return "-";
  const digits = value >= 1000 ? 0 : value >= 100 ? 1 : value >= 1 ? 2 : 3;
  return value.toFixed(digits);
}

/** A table in Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |\n`;
  return [head, head.map(() => "---"), ...rows].map(line).join("");
}

/** All jobs, all targets: milliseconds, turns per second, R (share of raw's speed), K (times bare Koa's). */
export function jobTable(results: readonly Result[]): string {
  const head = ["job", "connections", "target", "p50 ms", "p99 ms", "max ms", "per s", "CPU s per 1000"];
  head.push("peak MB", "beside per s", "R", "K", "refused");
  const ratio = (result: Result, target: TargetName) => {
    const against = other(results, result, target);
    return against === undefined ? "-" : figure(speed(result, against));
  };
  const rows = results.map((result) => {
    const { job, connections, target, p50, p99, max, perSecond, cpuPer1000, peakMb, besidePerSecond } =
      result;
    const figures = [p50, p99, max, perSecond, cpuPer1000].map(figure);
    const beside = besidePerSecond === 0 ? "" : figure(besidePerSecond);
    const ratios = [ratio(result, "raw"), ratio(result, "koa")];
    return [
      job,
      String(connections),
      target,
      ...figures,
      peakMb.toFixed(0),
      beside,
      ...ratios,
      String(result.refused),
    ];
  });
  return table(head, rows);
}

/** How quickly and how big each target starts. */
export function startTable(starts: readonly Start[]): string {
  const rows = starts.map(({ target, firstMs, restartMs, readyMb }) => [
    target,
    ...[firstMs, restartMs, readyMb].map((value) => value.toFixed(0)),
  ]);
  return table(["target", "first start ms", "restart ms", "MB when ready"], rows);
}

/** The machine's own limits. */
export function limitTable(limits: readonly Limit[]): string {
  const rows = limits.map(({ name, p50, p99 }) => [name, p50.toFixed(1), p99.toFixed(1)]);
  return table(["limit of this machine", "p50 µs", "p99 µs"], rows);
}

/** A figure against its goal. */
export type Verdict = readonly [what: string, goal: string, measured: string, verdict: "met" | "missed"];

const least = (what: string, goal: number, measured: number): Verdict => [
  what,
  `≥ ${goal}`,
  figure(measured),
  measured >= goal ? "met" : "missed",
];

/** The verdict on a figure that may be at most the goal. */
export const most = (what: string, goal: number, measured: number): Verdict => [
  what,
  `≤ ${goal}`,
  figure(measured),
  measured <= goal ? "met" : "missed",
];

function judge(goal: Goal, product: Result, results: readonly Result[]): Verdict[] {
  const what = `${goal.job}, ${goal.connections}`;
  const raw = other(results, product, "raw");
  const koa = other(results, product, "koa");
  const verdicts: Verdict[] = [];
  if (goal.ofRaw !== undefined && raw !== undefined)
    verdicts.push(least(`${what}: R`, goal.ofRaw, speed(product, raw)));
  if (goal.timesKoa !== undefined && koa !== undefined) {
    verdicts.push(least(`${what}: K`, goal.timesKoa, speed(product, koa)));
  }
  if (goal.p99 !== undefined) verdicts.push(most(`${what}: p99 ms`, goal.p99, product.p99));
  if (goal.max !== undefined) verdicts.push(most(`${what}: max ms`, goal.max, product.max));
  return verdicts;
}

/** The product against its goals; empty when it was not measured. */
export function goalTable(results: readonly Result[], starts: readonly Start[], articles: number): string {
  const products = results.filter((result) => result.target === "product");
  const verdicts = products.flatMap((product) =>
    goals
      .filter((goal) => goal.job === product.job && goal.connections === product.connections)
      .flatMap((goal) => judge(goal, product, results)),
  );
  const start = starts.find((each) => each.target === "product");
  if (start === undefined) return "";
  const limits = serverGoals(articles);
  const withoutPhotos = products
    .filter((result) => !/photo/i.test(result.job))
    .map((result) => result.peakMb);
  verdicts.push(most("restart: ms to ready", limits.startMs, start.restartMs));
  verdicts.push(most("MB when ready", limits.readyMb, start.readyMb));
  if (withoutPhotos.length > 0)
    verdicts.push(most("peak MB, photos apart", limits.peakMb, Math.max(...withoutPhotos)));
  return verdictTable(verdicts);
}

/** Figures against their goals. */
export function verdictTable(verdicts: readonly Verdict[]): string {
  return table(["job", "goal", "measured", ""], verdicts);
}
