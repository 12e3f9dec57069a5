import { closeSync, fdatasyncSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { positiveNumber } from "../harness/command-line.ts";
import { measureBesideBackup } from "./beside-backup.ts";
import { measureBesideJobs } from "./beside-jobs.ts";
import { timed } from "./caller.ts";
import { measureConsole } from "./console.ts";
import { type Figure, tableOf } from "./figures.ts";
import { measureHostile } from "./hostile.ts";
import { measureLabels } from "./labels.ts";
import { measurePrinting } from "./printing.ts";
import { type Product, startProduct } from "./product.ts";
import { measureRequests } from "./requests.ts";
import { median } from "./statistics.ts";
import { measureInventoryList, measureStocktake } from "./stocktake.ts";
import { measureTags } from "./tags.ts";
import { measureTerminal } from "./terminal.ts";

// `npm run bench -- [PART …] [--quick] [--articles N] [--rows N]`: measures the product in a process of its own, each part on a new
// data folder. Without a part all of them.

/** A part: its usual number of articles, and the measurement. */
interface Part {
  readonly articles: number;
  measure(product: Product, isQuick: boolean, amount: Amount): Promise<Figure[]>;
}
interface Amount {
  readonly articles: number;
  readonly rows: number;
}

const PARTS: Readonly<Record<string, Part>> = {
  requests: {
    articles: 100_000,
    measure: (product, isQuick, { articles }) => measureRequests(product, isQuick ? 0.5 : 5, articles),
  },
  stocktake: {
    articles: 100_000,
    measure: (product, isQuick, { rows }) => measureStocktake(product, isQuick ? 1 : 5, rows),
  },
  "inventory-list": {
    articles: 10_000,
    measure: (product, _isQuick, { articles }) => measureInventoryList(product, articles),
  },
  printing: {
    articles: 10_000,
    measure: (product, isQuick) => measurePrinting(product, isQuick ? 100 : 500),
  },
  labels: {
    articles: 10_000,
    measure: (product, isQuick) => measureLabels(product, isQuick ? 20 : 100, isQuick ? 1000 : 10_000),
  },
  "beside-jobs": {
    articles: 100_000,
    measure: (product, isQuick, { rows }) => measureBesideJobs(product, isQuick ? 5 : 20, rows),
  },
  "beside-backup": {
    articles: 100_000,
    measure: (product, isQuick) => measureBesideBackup(product, isQuick ? 1 : 5, isQuick ? 200 : 1000),
  },
  hostile: {
    articles: 10_000,
    measure: (product, isQuick) => measureHostile(product, isQuick ? 5 : 60),
  },
  terminal: {
    articles: 100_000,
    measure: (product, isQuick) => measureTerminal(product, folder, isQuick ? 20 : 200),
  },
  tags: {
    articles: 10_000,
    measure: (product, isQuick) => measureTags(product, folder, isQuick ? 200 : 1000, isQuick ? 12 : 60),
  },
  console: {
    articles: 1_000_000,
    measure: (product, isQuick) => measureConsole(product, isQuick ? 20 : 100),
  },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: "boolean", default: false },
    articles: { type: "string" },
    rows: { type: "string" },
  },
});
const unknown = positionals.find((name) => PARTS[name] === undefined);
if (unknown !== undefined) throw new Error(`${unknown} is none of ${Object.keys(PARTS)}`);

// On the project's disk: a temporary folder in memory would make every flush free.
const project = join(import.meta.dirname, "..", "..");
mkdirSync(join(project, "tmp"), { recursive: true });
const folder = mkdtempSync(join(project, "tmp", "bench-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(1));

print(tableOf([{ what: "this disk: append 4 KiB and flush it, ms", value: await flushMs() }]));
for (const [name, { articles: usual, measure }] of Object.entries(PARTS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const articles = positiveNumber("articles", values.articles ?? String(usual));
  const rows = positiveNumber("rows", values.rows ?? String(articles));
  const data = join(folder, name);
  const product = await startProduct(data, articles);
  print(
    `${name}, ${articles} articles\n\n${tableOf(await measure(product, values.quick, { articles, rows }))}`,
  );
  await product.stop();
  rmSync(data, { recursive: true });
}
process.exit();

/** The median time in which this disk flushes a block: what a single count can't be faster than. */
async function flushMs(): Promise<number> {
  const file = openSync(join(folder, "flushes"), "w");
  const times: number[] = [];
  for (let turn = 0; turn < 200; turn++)
    times.push(
      await timed(async () => {
        writeSync(file, Buffer.alloc(4096, 1));
        fdatasyncSync(file);
      }),
    );
  closeSync(file);
  return median(times);
}

function print(text: string): void {
  process.stdout.write(`\n${text}`);
}
