import { parseArgs } from "node:util";
import { positiveNumber } from "../harness/command-line.ts";
import { jobs } from "./jobs.ts";
import { type TargetName, targetNames } from "./targets.ts";

/** The checked command line. */
export interface Options {
  readonly articles: number;
  readonly rounds: number;
  /** Of one round of one job on one target. */
  readonly seconds: number;
  readonly targets: readonly TargetName[];
  /** Names of jobs. */
  readonly jobs: readonly string[];
  /** Printing is measured after the jobs, alone, or not at all. */
  readonly printing: "after" | "alone" | "not";
  /** Durable writes alone are measured. */
  readonly isDurable: boolean;
  /** A stocktake and an import alone are measured. */
  readonly isStocktake: boolean;
  /** The terminal alone is measured, in both browsers. */
  readonly isTerminal: boolean;
  /** RFID tags on the terminal alone are measured, in Chromium 77. */
  readonly isTags: boolean;
  /** Labels and sheets of labels alone are measured. */
  readonly isLabels: boolean;
  /** Counting beside a hostile host alone is measured. */
  readonly isHostile: boolean;
  /** Logins beside an attack alone are measured. */
  readonly isLogins: boolean;
  /** Counts beside jobs alone are measured. */
  readonly isBesideJobs: boolean;
  /** Counts beside a scheduled backup alone are measured. */
  readonly isBesideBackup: boolean;
  /** Rows of an import. */
  readonly importedRows: number;
  /** Counts a second beside jobs and backups. */
  readonly countsPerSecond: number;
  /** The console alone is measured. */
  readonly isConsole: boolean;
  readonly isQuick: boolean;
}

/** Parses the command line; throws a message for unknown options. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      articles: { type: "string" },
      rounds: { type: "string" },
      seconds: { type: "string" },
      targets: { type: "string", default: targetNames.join() },
      jobs: { type: "string" },
      quick: { type: "boolean", default: false },
      printing: { type: "boolean", default: false },
      durable: { type: "boolean", default: false },
      stocktake: { type: "boolean", default: false },
      terminal: { type: "boolean", default: false },
      tags: { type: "boolean", default: false },
      labels: { type: "boolean", default: false },
      console: { type: "boolean", default: false },
      "beside-jobs": { type: "boolean", default: false },
      "beside-backup": { type: "boolean", default: false },
      rows: { type: "string" },
      rate: { type: "string" },
      hostile: { type: "boolean", default: false },
      logins: { type: "boolean", default: false },
    },
  });
  const jobNames = new Set(jobs.map((job) => job.name));
  const wanted = values.targets.split(",");
  // Printing does not depend on the size of the stock; the fewer there are, the sooner it starts.
  const usual =
    values.printing || values.hostile || values.logins || values.tags || values.labels
      ? "10000"
      : values.console && !values.quick
        ? "1000000"
        : "100000";
  const articles = values.articles ?? usual;
  return {
    articles: positiveNumber("articles", articles),
    rounds: positiveNumber("rounds", values.rounds ?? (values.quick ? "2" : "5")),
    seconds: positiveNumber("seconds", values.seconds ?? (values.quick ? "0.4" : "1.5")),
    targets: targetNames.filter((name) => known("targets", wanted, targetNames).includes(name)),
    jobs: values.jobs === undefined ? [...jobNames] : known("jobs", values.jobs.split(","), [...jobNames]),
    printing: values.printing ? "alone" : values.jobs === undefined ? "after" : "not",
    isDurable: values.durable,
    isStocktake: values.stocktake,
    isTerminal: values.terminal,
    isTags: values.tags,
    isLabels: values.labels,
    isConsole: values.console,
    isHostile: values.hostile,
    isLogins: values.logins,
    isBesideJobs: values["beside-jobs"],
    isBesideBackup: values["beside-backup"],
    importedRows: positiveNumber("rows", values.rows ?? articles),
    countsPerSecond: positiveNumber("rate", values.rate ?? (values["beside-backup"] ? "50" : "20")),
    isQuick: values.quick,
  };
}

function known(name: string, given: readonly string[], all: readonly string[]): readonly string[] {
  for (const each of given)
    if (!all.includes(each)) throw new Error(`--${name}: ${each} is none of ${all.join()}`);
  return given;
}
