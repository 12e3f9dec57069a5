import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Caller, encodeForm, timed } from "./caller.ts";
import { type Figure, figuresOf } from "./figures.ts";
import { load, type Turn } from "./load.ts";
import { peakMb, resetPeak } from "./process.ts";
import type { Product } from "./product.ts";

const TERMINALS = 30;
const BATCH = 100;
const POLL_MS = 100;
/** Seconds for 100 000 and for 1 000 000 rows. */
const importGoal = (rows: number) => (rows > 100_000 ? 100 : 8);
/** Seconds for a PDF of the differences, and of each line. */
const DIFFERENCES_SECONDS = 8;
const listGoal = (lines: number) => (lines > 10_000 ? 15 : 2);
const SEAL_SECONDS = 15;
const AS_OF_SECONDS = 2;
const DAY_MS = 86_400_000;

interface Item {
  readonly oid: number;
  readonly quantity: number;
}

/** A stocktake of all articles by 30 terminals, its reports and results, and an import. */
export async function measureStocktake(product: Product, seconds: number, rows: number): Promise<Figure[]> {
  const office = new Caller(product);
  const figures: Figure[] = [];
  const measure = async (what: string, work: () => Promise<unknown>, atMost?: number) => {
    process.stderr.write(`${what}\n`);
    const value = (await timed(work)) / 1000;
    figures.push({ what: `${what}: s`, value, ...(atMost !== undefined && { atMost }) });
  };
  const { oid } = await office.demand<{ oid: number }>("POST", "/api/inventories", { name: "Bench" });
  const path = `/api/inventories/${oid}`;
  await measure("prepare", () => office.demand("PUT", `${path}/prepare`));
  await office.demand("PUT", `${path}/start`);
  const items = await office.demand<Item[]>("GET", `${path}/items`);
  process.stderr.write(`${items.length} items\n`);
  const counted = await load(product, TERMINALS, seconds, batches(path, items));
  figures.push(...figuresOf(`batch of ${BATCH} counts, ${TERMINALS} terminals`, counted));
  for (const step of ["finish", "process"]) await office.demand("PUT", `${path}/${step}`);
  resetPeak(product.pid);
  for (const format of ["json", "csv", "xlsx", "pdf"]) {
    const goal = format === "pdf" ? DIFFERENCES_SECONDS : undefined;
    await measure(`report, ${format}`, () => download(office, `${path}/report?format=${format}`), goal);
  }
  for (const query of ["page?view=differences", "page?q=a00012&sort=name", "totals"])
    await measure(`results, ${query}`, () => download(office, `${path}/items/${query}`));
  await measure("close", () => office.demand("PUT", `${path}/close`));
  figures.push({ what: "peak MB of reports and close", value: peakMb(product.pid), atMost: 350 });
  resetPeak(product.pid);
  await measure("seal of the record", () => untilSealed(office, path), SEAL_SECONDS);
  figures.push({ what: "peak MB of the seal", value: peakMb(product.pid), atMost: 350 });
  figures.push({ what: "figures as of a day: s", value: await asOfSeconds(office), atMost: AS_OF_SECONDS });
  const list = articleList(rows);
  resetPeak(product.pid);
  let job = 0;
  await measure(`import of ${rows} rows, check`, async () => {
    job = await checkImport(office, list);
  });
  await measure(`import of ${rows} rows, apply`, () => applyImport(office, job), importGoal(rows));
  figures.push({ what: "peak MB of the import", value: peakMb(product.pid), atMost: 400 });
  office.close();
  return figures;
}

/** The inventory list of a stocktake in which all is counted, as a PDF. */
export async function measureInventoryList(product: Product, articles: number): Promise<Figure[]> {
  const office = new Caller(product);
  const { oid } = await office.demand<{ oid: number }>("POST", "/api/inventories", { name: "Bench" });
  const path = `/api/inventories/${oid}`;
  await office.demand("PUT", `${path}/prepare`);
  await countEverything(office, path);
  resetPeak(product.pid);
  const value = (await timed(() => download(office, `${path}/report?format=pdf`))) / 1000;
  office.close();
  return [
    { what: "inventory list, pdf: s", value, atMost: listGoal(articles) },
    { what: "peak MB of the inventory list", value: peakMb(product.pid), atMost: 350 },
  ];
}

/** How much longer minutes of a counted stocktake take with a decisive day before the close of the last one, which has changed the stock. */
async function asOfSeconds(office: Caller): Promise<number> {
  const { oid } = await office.demand<{ oid: number }>("POST", "/api/inventories", { name: "As of a day" });
  const path = `/api/inventories/${oid}`;
  await office.demand("PUT", `${path}/prepare`);
  await countEverything(office, path);
  const minutes = async (decisiveDay: string | null) => {
    await office.demand("PUT", `${path}/frame`, {
      purpose: "yearEnd",
      decisiveDay,
      method: "physical",
      committee: [],
    });
    return timed(() => download(office, `${path}/report?format=pdf&only=minutes`));
  };
  const without = await minutes(null);
  const before = new Date(Date.now() - DAY_MS).toISOString().slice(0, "2026-11-27".length);
  return ((await minutes(before)) - without) / 1000;
}

/** Waits until both files of the record are sealed. */
export async function untilSealed(office: Caller, path: string): Promise<void> {
  while ((await office.demand<{ state: string }>("GET", `${path}/seal`)).state !== "made")
    await sleep(POLL_MS);
}

async function download(office: Caller, path: string): Promise<void> {
  const { status } = await office.send("GET", path);
  if (status !== 200) throw new Error(`${path}: ${status}`);
}

/** Batches of counts, each item once before any is repeated. Throws when a count is not applied. */
function batches(path: string, items: readonly Item[]): Turn {
  let turn = 0;
  return async (caller) => {
    const sentAt = new Date().toISOString();
    const operations = Array.from({ length: BATCH }, () => {
      const itemId = items[turn++ % items.length]?.oid;
      return { operationId: randomUUID(), kind: "set", itemId, quantity: 1, at: sentAt };
    });
    return timed(async () => {
      const { receipts } = await caller.demand<{ receipts: { result: string }[] }>("POST", `${path}/counts`, {
        sentAt,
        pending: 0,
        operations,
      });
      const refused = receipts.find(({ result }) => result !== "applied");
      if (refused) throw new Error(`a count was not applied: ${JSON.stringify(refused)}`);
    });
  };
}

/** Counts each item with one piece more than expected, up to Processing. */
export async function countEverything(office: Caller, path: string): Promise<void> {
  await office.demand("PUT", `${path}/start`);
  const items = await office.demand<Item[]>("GET", `${path}/items`);
  for (let first = 0; first < items.length; first += BATCH) {
    const at = new Date().toISOString();
    const operations = items.slice(first, first + BATCH).map(({ oid, quantity }) => ({
      operationId: randomUUID(),
      kind: "set",
      itemId: oid,
      quantity: quantity + 1,
      at,
    }));
    await office.demand("POST", `${path}/counts`, { operations });
  }
  for (const step of ["finish", "process"]) await office.demand("PUT", `${path}/${step}`);
}

/** Uploads a list; returns the import's id. Throws where the list has errors. */
export async function checkImport(office: Caller, list: string): Promise<number> {
  const form = new FormData();
  form.set("kind", "articles");
  form.set("file", new Blob([list], { type: "text/csv" }), "list.csv");
  const { body, type } = await encodeForm(form);
  const made = await office.demand<{ id: number; errorCount: number }>("POST", "/api/imports", body, {
    "Content-Type": type,
  });
  if (made.errorCount > 0) throw new Error(`the import has errors: ${JSON.stringify(made)}`);
  return made.id;
}

/** Applies an import, and waits for the end of its job. */
export async function applyImport(office: Caller, id: number): Promise<void> {
  const async = { Prefer: "respond-async" };
  const { headers } = await office.send("PUT", `/api/imports/${id}/apply`, undefined, async);
  for (;;) {
    const job = await office.demand<{ state: string }>("GET", String(headers.location));
    if (job.state === "done") return;
    if (job.state !== "waiting" && job.state !== "running") throw new Error(JSON.stringify(job));
    await sleep(POLL_MS);
  }
}

/** A list of articles as a spreadsheet would save it. A million rows fit into the largest file. */
export function articleList(rows: number): string {
  const lines = ["code;name;category;type;state;price;location;quantity"];
  for (let row = 1; row <= rows; row++) {
    const code = `I${String(row).padStart(7, "0")};Article ${row % 5000}`;
    const kind = `Category ${row % 20};Type ${row % 50};In use`;
    lines.push(`${code};${kind};${row % 900};Hall ${row % 200};${1 + (row % 5)}`);
  }
  return `${lines.join("\n")}\n`;
}
