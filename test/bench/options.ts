import { parseArgs } from "node:util";
import { jobs } from "./jobs.ts";
import { type TargetName, targetNames } from "./targets.ts";

/** The command line, checked. */
export interface Options {
  readonly articles: number;
  readonly rounds: number;
  /** Of one round of one job on one target. */
  readonly seconds: number;
  readonly targets: readonly TargetName[];
  /** Names of jobs. */
  readonly jobs: readonly string[];
}

/** Reads the command line; throws a sentence for what it does not know. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      articles: { type: "string", default: "100000" },
      rounds: { type: "string" },
      seconds: { type: "string" },
      targets: { type: "string", default: targetNames.join() },
      jobs: { type: "string" },
      quick: { type: "boolean", default: false },
    },
  });
  const jobNames = new Set(jobs.map((job) => job.name));
  const wanted = values.targets.split(",");
  return {
    articles: positive("articles", values.articles),
    rounds: positive("rounds", values.rounds ?? (values.quick ? "2" : "5")),
    seconds: positive("seconds", values.seconds ?? (values.quick ? "0.4" : "1.5")),
    targets: targetNames.filter((name) => known("targets", wanted, targetNames).includes(name)),
    jobs: values.jobs === undefined ? [...jobNames] : known("jobs", values.jobs.split(","), [...jobNames]),
  };
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name}: a number above 0, not ${text}`);
  return value;
}

function known(name: string, given: readonly string[], all: readonly string[]): readonly string[] {
  for (const each of given)
    if (!all.includes(each)) throw new Error(`--${name}: ${each} is none of ${all.join()}`);
  return given;
}
