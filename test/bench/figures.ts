import type { Load } from "./load.ts";
import { percentile } from "./statistics.ts";

/** One measured figure, and its goal where it has one. */
export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly atMost?: number;
  readonly atLeast?: number;
}

/** The figures of a load. */
export function figuresOf(
  what: string,
  load: Load,
  goals: { p99?: number; longest?: number } = {},
): Figure[] {
  const { times, refused, perSecond, cpuPer1000 } = load;
  return [
    { what: `${what}: p50 ms`, value: percentile(times, 0.5) },
    {
      what: `${what}: p99 ms`,
      value: percentile(times, 0.99),
      ...(goals.p99 !== undefined && { atMost: goals.p99 }),
    },
    {
      what: `${what}: longest ms`,
      value: percentile(times, 1),
      ...(goals.longest !== undefined && { atMost: goals.longest }),
    },
    { what: `${what}: per second`, value: perSecond },
    { what: `${what}: CPU s per 1000`, value: cpuPer1000 },
    { what: `${what}: refused`, value: refused, atMost: 0 },
  ];
}

/** The figures as a table in Markdown. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, value, atMost, atLeast }) => {
    const goal = atMost === undefined ? (atLeast === undefined ? "" : `≥ ${atLeast}`) : `≤ ${atMost}`;
    const isMet = value <= (atMost ?? value) && value >= (atLeast ?? value);
    return `| ${what} | ${shown(value)} | ${goal} | ${goal === "" ? "" : isMet ? "met" : "missed"} |`;
  });
  return ["| | measured | goal | |", "| --- | --- | --- | --- |", ...rows, ""].join("\n");
}

function shown(value: number): string {
  if (!Number.isFinite(value)) return "-";
  return value.toFixed(value >= 1000 || Number.isInteger(value) ? 0 : value >= 1 ? 2 : 3);
}
