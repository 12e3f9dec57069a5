import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { measureBesideBackup } from "./beside-backup.ts";
import { measureBesideJobs } from "./beside-jobs.ts";
import { measureConsole } from "./console.ts";
import { prepare } from "./data/prepare.ts";
import { files, type Sample } from "./data/shape.ts";
import { checkFlushes } from "./durability.ts";
import { measureDurable } from "./durable.ts";
import { compareResponses } from "./equal-responses.ts";
import { measureHostile } from "./hostile.ts";
import { type Job, jobs } from "./jobs.ts";
import { labelAmounts, measureLabels } from "./labels.ts";
import { physicalLimits } from "./limits.ts";
import { type Round, roundsOf } from "./load.ts";
import { measureLogins } from "./logins.ts";
import { type Options, readOptions } from "./options.ts";
import { amounts, measurePrinting } from "./printing.ts";
import { goalTable, jobTable, limitTable, type Result, type Start, startTable, summarise } from "./report.ts";
import { median } from "./statistics.ts";
import { measureStocktake } from "./stocktake.ts";
import { killAll, lastOutput, start, stop, type Target } from "./targets.ts";
import { measureTags } from "./terminal/tags.ts";
import { measureTerminal } from "./terminal.ts";

// `npm run bench -- [--quick] [--articles N] [--rounds N] [--seconds S] [--targets raw,koa,product] [--jobs a,b] [--printing] [--durable] [--stocktake] [--terminal] [--tags] [--labels] [--console] [--hostile] [--logins] [--beside-jobs [--rows N] [--rate N]] [--beside-backup [--rate N]]`
//
// The product, a minimal program (raw) and bare Koa run side by side on the same data and get the same requests from
// this process in turns. Other load of the machine affects all of them alike, so the ratios are valid even where the
// figures are not. Before measuring, it checks that all responses are equal (equal-responses.ts) and that each program flushes
// before it acknowledges a write (durability.ts).

const restarts = 3;

const options = readOptions(process.argv.slice(2));
// On the project's disk: a temporary folder in memory would make every flush free.
const project = join(import.meta.dirname, "..", "..");
mkdirSync(join(project, "tmp"), { recursive: true });
const folder = mkdtempSync(join(project, "tmp", "bench-"));

// Any end of this process ends its child processes and removes its files.
process.on("exit", () => {
  killAll();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(1));

try {
  if (options.isDurable) print(await measureDurable(folder, options));
  else if (options.isStocktake) await benchStocktake(options);
  else if (options.isTerminal) await benchTerminal(options);
  else if (options.isTags) await benchTags(options);
  else if (options.isLabels) await benchLabels(options);
  else if (options.isConsole) await benchConsole(options);
  else if (options.isHostile) await benchHostile(options);
  else if (options.isLogins) await benchLogins(options);
  else if (options.isBesideBackup) await benchBesideBackup(options);
  else if (options.isBesideJobs) await benchBesideJobs(options);
  else await (options.printing === "alone" ? benchPrinting(options) : bench(options));
  process.exit();
} catch (error) {
  for (const name of options.targets) logProgress(`\n${name}'s last output:\n${lastOutput(name, folder)}`);
  throw error;
}

/** Printing alone: the product on a folder of its own. */
async function benchPrinting({ articles, isQuick }: Options): Promise<void> {
  const product = await start("product", folder, articles);
  await printing(product, isQuick);
  await stop(product);
}

/** A stocktake of everything, alone: the product on a folder of its own. */
async function benchStocktake({ articles, rounds, seconds, importedRows }: Options): Promise<void> {
  const product = await start("product", folder, articles);
  print(await measureStocktake(product, folder, { rounds, seconds, importedRows }));
  await stop(product);
}

/** The terminal, alone: browsers against the product on a folder of its own. */
async function benchTerminal({ articles, rounds, isQuick }: Options): Promise<void> {
  const product = await start("product", folder, articles);
  print(await measureTerminal(product, folder, { articles, rounds, scans: isQuick ? 20 : 60 }));
  await stop(product);
}

/** RFID tags typed on the terminal without a connection, alone. */
async function benchTags({ articles, isQuick }: Options): Promise<void> {
  const product = await start("product", folder, articles);
  print(await measureTags(product, folder, { tags: isQuick ? 200 : 1000, seconds: isQuick ? 12 : 60 }));
  await stop(product);
}

/** Labels and sheets of labels, alone. */
async function benchLabels({ articles, isQuick }: Options): Promise<void> {
  const product = await start("product", folder, articles);
  await labels(product, isQuick);
  await stop(product);
}

/** The console, alone: a browser against the product on a folder of its own. */
async function benchConsole({ articles, isQuick }: Options): Promise<void> {
  const product = await start("product", folder, articles);
  print(
    await measureConsole(product, { articles, searches: isQuick ? 20 : 100, seconds: isQuick ? 60 : 600 }),
  );
  await stop(product);
}

/** Counting beside a hostile host, alone. */
async function benchHostile({ articles, isQuick }: Options): Promise<void> {
  const product = await start("product", folder, articles);
  print(await measureHostile(product, isQuick ? 10 : 60));
  await stop(product);
}

/** Logins beside an attack, alone. */
async function benchLogins({ articles, isQuick }: Options): Promise<void> {
  const product = await start("product", folder, articles);
  print(await measureLogins(product, isQuick ? 10 : 40));
  await stop(product);
}

/** Counts beside jobs, alone. */
async function benchBesideJobs({ articles, importedRows, countsPerSecond, isQuick }: Options): Promise<void> {
  const product = await start("product", folder, articles);
  const amount = { importedRows, perSecond: countsPerSecond, connections: 2, seconds: isQuick ? 5 : 20 };
  print(await measureBesideJobs(product, amount));
  await stop(product);
}

/** Counts beside scheduled backups, alone. */
async function benchBesideBackup({ articles, rounds, countsPerSecond, isQuick }: Options): Promise<void> {
  const product = await start("product", folder, articles);
  // In memory where it can be: a target is on another disk than the data.
  const scratch = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : folder, "bench-backup-"));
  process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));
  const folders = { data: join(folder, files.product), scratch };
  const amount = { rounds, perSecond: countsPerSecond, photos: isQuick ? 200 : 1000 };
  print(await measureBesideBackup(product, folders, amount));
  await stop(product);
}

async function printing(product: Target, isQuick: boolean): Promise<void> {
  logProgress("printing");
  print(await measurePrinting(product, isQuick ? amounts.quick : amounts.full));
}

async function labels(product: Target, isQuick: boolean): Promise<void> {
  logProgress("labels");
  print(await measureLabels(product, isQuick ? labelAmounts.quick : labelAmounts.full));
}

async function bench({ articles, targets: names, rounds, seconds }: Options): Promise<void> {
  logProgress(`${articles} articles, ${rounds} rounds of ${seconds} s; ${names.join(", ")}`);
  const product = names.includes("product") ? await start("product", folder, articles) : undefined;
  logProgress("preparing the data");
  const sample = await prepare({ folder, articles, ...(product === undefined ? {} : { source: product }) });
  print(limitTable(await physicalLimits(folder, sample)));

  const { targets, starts } = await startAll(options, product);
  print(startTable(starts));
  await check(targets, sample);

  const results: Result[] = [];
  for (const job of jobs.filter((each) => options.jobs.includes(each.name))) {
    results.push(...(await measure(job, targets, sample, options)));
  }
  print(jobTable(results));
  print(goalTable(results, starts, articles));
  const last = targets.find(({ name }) => name === "product");
  if (options.printing === "after" && last !== undefined) {
    await printing(last, options.isQuick);
    await labels(last, options.isQuick);
  }
  for (const target of targets) await stop(target);
}

/** Starts and restarts the targets in turn; the last ones stay. `product` has had its first start. */
async function startAll(
  { targets: names, articles }: Options,
  product: Target | undefined,
): Promise<{ targets: Target[]; starts: Start[] }> {
  const first = new Map<string, Target>();
  for (const name of names)
    first.set(name, name === "product" && product ? product : await start(name, folder, articles));
  const runs: Target[][] = [];
  let now = [...first.values()];
  for (let run = 0; run < restarts; run++) {
    for (const target of now) await stop(target);
    now = [];
    for (const name of names) now.push(await start(name, folder, articles));
    runs.push(now);
  }
  const starts = names.map((target) => {
    const own = runs.flat().filter((each) => each.name === target);
    return {
      target,
      firstMs: first.get(target)?.startMs ?? Number.NaN,
      restartMs: median(own.map((each) => each.startMs)),
      readyMb: median(own.map((each) => each.readyMb)),
    };
  });
  return { targets: now, starts };
}

/** Only programs that do the same work are worth comparing. */
async function check(targets: readonly Target[], sample: Sample): Promise<void> {
  logProgress("comparing the responses");
  const compared = await compareResponses({ targets, sample, folder });
  const flushes = await checkFlushes(targets, sample, folder);
  const durable =
    flushes === undefined
      ? "this disk does not count flushes: durability not checked"
      : `disk flushes for 100 counts: ${[...flushes].map(([name, count]) => `${name} ${count}`).join(", ")}`;
  print(`${compared} responses compared and equal; ${durable}.\n`);
}

/** The rounds of a job, the targets taking turns in each; one more before them warms up and is not counted. */
async function measure(job: Job, targets: readonly Target[], sample: Sample, { rounds, seconds }: Options) {
  logProgress(`${job.name}, ${job.connections}`);
  const running: { target: Target; round: (seconds: number) => Promise<Round>; done: Round[] }[] = [];
  for (const target of targets) {
    const round = await roundsOf(job, { target, sample, folder });
    if (round === undefined) continue;
    await round(seconds / 3);
    running.push({ target, round, done: [] });
  }
  for (let turn = 0; turn < rounds; turn++) {
    for (const { round, done } of running) done.push(await round(seconds));
  }
  return running.map(({ target, done }) => ({
    job: job.name,
    connections: job.connections,
    target: target.name,
    ...summarise(done),
  }));
}

function logProgress(line: string): void {
  process.stderr.write(`${line}\n`);
}

function print(text: string): void {
  process.stdout.write(`\n${text}`);
}
