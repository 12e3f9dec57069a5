import { parseArgs } from "node:util";
import { positiveNumber } from "../harness/command-line.ts";
import type { Part } from "./part.ts";

/** The checked command line. */
export interface Options {
  readonly parts: readonly Part[];
  /** Null: each part's own number. */
  readonly rounds: number | null;
  readonly seed: number;
  /** How long the load lasts. */
  readonly minutes: number;
}

/** Parses `kill power … --rounds N --seed N --minutes N`; without a part all run. Throws a message for unknown options. */
export function readOptions(args: readonly string[], all: readonly Part[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      rounds: { type: "string" },
      seed: { type: "string" },
      minutes: { type: "string", default: "10" },
    },
  });
  const names = all.map(({ name }) => name);
  for (const name of positionals)
    if (!names.includes(name)) throw new Error(`${name} is none of ${names.join()}`);
  return {
    parts: positionals.length === 0 ? all : all.filter(({ name }) => positionals.includes(name)),
    rounds: values.rounds === undefined ? null : whole("rounds", values.rounds),
    minutes: positiveNumber("minutes", values.minutes),
    seed: values.seed === undefined ? Math.floor(Math.random() * 2 ** 32) : whole("seed", values.seed),
  };
}

function whole(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new Error(`--${name}: a whole number above 0, not ${text}`);
  return value;
}
