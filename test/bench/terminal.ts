import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { BrowserName } from "../harness/terminal/chromium.ts";
import type { Target } from "./targets.ts";
import { serveBarePage } from "./terminal/bare-page.ts";
import { firstTap, timer } from "./terminal/clock.ts";
import { type Device, type MeasuredTab, startDevice, typeCode } from "./terminal/device.ts";
import { loadAll, until } from "./terminal/product.ts";
import { type BrowserResult, terminalTables, type VerdictTimes } from "./terminal/report.ts";
import { bundleSizes } from "./terminal/sizes.ts";
import { type BigStocktake, createBigStocktake } from "./terminal/stocktake.ts";

/** How much is measured. */
export interface TerminalAmount {
  readonly articles: number;
  readonly rounds: number;
  /** Scans of a round. */
  readonly scans: number;
}

const BROWSERS: readonly BrowserName[] = ["chromium77", "current"];
/** The real processor, and one slowed down to that of a terminal. */
const RATES = [1, 4] as const;
/** Rooms of the demo that together hold a tenth of 100 000 articles. */
const ROOMS = [13, 14, 15] as const;
/** Between two scans, so that each is measured alone. */
const BREATH_MS = 120;

/**
 * Measures the terminal in both browsers against the product, in turns with a bare page that does one look-up and one
 * strict write. Returns the tables. Throws when a scan has no verdict.
 */
export async function measureTerminal(
  target: Target,
  folder: string,
  amount: TerminalAmount,
): Promise<string> {
  const stocktake = await createBigStocktake(target, ROOMS);
  const results: BrowserResult[] = [];
  for (const browser of BROWSERS) {
    process.stderr.write(`terminal in ${browser}\n`);
    const device = await startDevice(browser, join(folder, `profile-${browser}`));
    try {
      results.push(await measureBrowser(browser, device, target, stocktake, amount));
    } finally {
      await device.kill();
    }
  }
  return terminalTables(results, bundleSizes(), stocktake.items);
}

async function measureBrowser(
  browser: BrowserName,
  device: Device,
  { port }: Target,
  stocktake: BigStocktake,
  { articles, rounds, scans }: TerminalAmount,
): Promise<BrowserResult> {
  const url = `http://127.0.0.1:${port}`;
  const firstLoads: number[] = [];
  for (let round = 0; round < rounds; round++) firstLoads.push(await firstLoad(device, url));

  const bareServer = await serveBarePage(articles);
  const bare = await device.open();
  await bare.tab.beforeLoad(timer("#shown"));
  await bare.tab.open(bareServer.url);
  await bare.tab.evaluate("filled");
  const product = await device.open();
  await product.tab.beforeLoad(timer(".verdict"));
  const loaded = await loadAll(product.tab, url, stocktake);

  const verdicts = new Map<number, VerdictTimes>();
  const codes = endless(stocktake.codes);
  const take = () => Array.from({ length: scans }, () => codes());
  for (const rate of RATES) {
    const times: { product: number[][]; bare: number[][] } = { product: [], bare: [] };
    for (const measured of [product, bare]) await timesOf(measured, rate, take());
    for (let round = 0; round < rounds; round++) {
      times.product.push(await timesOf(product, rate, take()));
      times.bare.push(await timesOf(bare, rate, take()));
    }
    verdicts.set(rate, times);
  }
  bareServer.close();
  return { browser, verdicts, firstLoads, loaded };
}

/** Ms until the first screen has reacted to a tap; nothing is cached, the processor is four times slower. */
async function firstLoad(device: Device, url: string): Promise<number> {
  const { tab, session } = await device.open({ isCold: true });
  await tab.throttle(4);
  await tab.beforeLoad(firstTap);
  await tab.open(`${url}/`);
  await until(tab, "window.usable > 0");
  const usable = Number(await tab.evaluate("window.usable"));
  await session.send("Page.close");
  return usable;
}

async function timesOf({ tab, session }: MeasuredTab, rate: number, codes: readonly string[]) {
  await session.send("Page.bringToFront");
  await tab.throttle(rate);
  await tab.evaluate("void (window.times = [])");
  for (const [index, code] of codes.entries()) {
    await typeCode(session, code);
    await until(tab, `window.times.length === ${index + 1}`);
    await pause(BREATH_MS);
  }
  await tab.throttle(1);
  return (await tab.evaluate("window.times")) as number[];
}

/** The values one after the other, and from the beginning again. */
function endless(codes: readonly string[]): () => string {
  let next = 0;
  return () => {
    const code = codes[next++ % codes.length];
    if (code === undefined) throw new Error("the stocktake expects nothing");
    return code;
  };
}
