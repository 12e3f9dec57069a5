import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { seededRandom } from "../torture/random.ts";
import { Caller } from "./caller.ts";
import { type BigStocktake, createBigStocktake, loadAll, startDevice, type, until } from "./device.ts";
import type { Figure } from "./figures.ts";
import type { Product } from "./product.ts";
import { percentile } from "./statistics.ts";

/** The real processor with each tag three times, and one slowed down to that of a terminal, where readers report new tags alone. */
const RUNS = [
  { rate: 1, reports: 3 },
  { rate: 4, reports: 1 },
] as const;
const P95_MS = 100;

/** Tags that are in no GS1 format: digits alone, so that no Shift is typed. */
const epcOf = (round: number, index: number) => `9${round}${String(index).padStart(22, "0")}`;

/**
 * Types tags into Chromium 77 without a connection in so many seconds, as a reader does with its trigger held, in random order.
 * Measures from the Enter of a tag's first report to the frame that shows it as counted, thus stored.
 */
export async function measureTags(
  product: Product,
  folder: string,
  tags: number,
  seconds: number,
): Promise<Figure[]> {
  const stocktake = await createBigStocktake(product);
  for (const [round] of RUNS.entries()) await giveTags(product, stocktake, round, tags);
  const device = await startDevice("chromium77", join(folder, "profile-tags"));
  const figures: Figure[] = [];
  try {
    const { tab, session } = await device.open(false);
    await tab.beforeLoad(TAG_TIMER);
    await loadAll(tab, product.url, stocktake);
    await tab.open(`${product.url}/#/tags/count/${stocktake.oid}/${stocktake.locationId}`);
    await until(tab, "document.querySelector('[data-counted]') !== null");
    await tab.offline(true);
    for (const [round, { rate, reports }] of RUNS.entries()) {
      const all = Array.from({ length: tags * reports }, (_, index) => index % tags);
      const order = seededRandom(round).shuffled(all);
      const isFirst = order.map((index, at) => order.indexOf(index) === at);
      await tab.throttle(rate);
      await tab.evaluate(`void beginTags(${JSON.stringify(isFirst)})`);
      const began = performance.now();
      for (const [at, index] of order.entries()) {
        const due = began + (at * seconds * 1000) / order.length;
        if (due > performance.now()) await pause(due - performance.now());
        await type(session, epcOf(round, index), 0);
      }
      await until(tab, `tagTimes.length >= ${tags}`);
      await tab.throttle(1);
      const times = Float64Array.from((await tab.evaluate("tagTimes")) as number[]).sort();
      const what = `${tags} tags each ${reports} times, slowed ${rate}×`;
      figures.push({ what: `${what}: p95 ms`, value: percentile(times, 0.95), atMost: P95_MS });
    }
  } finally {
    await device.kill();
  }
  return figures;
}

/** Gives the articles of the first location these tags as codes. */
async function giveTags(
  product: Product,
  { articles }: BigStocktake,
  round: number,
  tags: number,
): Promise<void> {
  const office = new Caller(product);
  for (let index = 0; index < tags; index++) {
    const path = `/api/articles/${articles[index % articles.length]?.oid}/codes`;
    await office.demand("POST", path, { code: epcOf(round, index) });
  }
  office.close();
}

/** Runs in the page: the tags are stored in the order of their first reports, so the count says which ones are shown. */
const TAG_TIMER = `(() => {
  window.tagTimes = [];
  let isFirst = [];
  let waiting = [];
  let shown = 0;
  const counted = () => Number((document.querySelector("[data-counted]") || { dataset: {} }).dataset.counted || 0);
  window.beginTags = (first) => {
    isFirst = first.slice();
    waiting = [];
    shown = counted();
    tagTimes.length = 0;
  };
  addEventListener("keydown", (event) => {
    if (event.key === "Enter" && isFirst.shift()) waiting.push(event.timeStamp);
  }, true);
  new MutationObserver(() => {
    const now = counted();
    if (now <= shown) return;
    const since = waiting.splice(0, now - shown);
    shown = now;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => { for (const at of since) tagTimes.push(performance.now() - at); };
      port2.postMessage(0);
    });
  }).observe(document, { subtree: true, attributes: true, childList: true });
})()`;
