import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { BrowserName } from "../harness/terminal/chromium.ts";
import { createBigStocktake, type Device, loadAll, startDevice, type, until } from "./device.ts";
import type { Figure } from "./figures.ts";
import type { Product } from "./product.ts";
import { median, percentile } from "./statistics.ts";

const BROWSERS: readonly BrowserName[] = ["chromium77", "current"];
/** The real processor, and one slowed down to that of a terminal. */
const RATES = [1, 4] as const;
/** A scanner's pace within a code. */
const KEY_MS = 5;
/** Between two scans, so that each is measured alone. */
const BREATH_MS = 120;
const FIRST_LOADS = 3;
const VERDICT_MS = 50;
const FIRST_LOAD_MS = 2000;
const ITEMS_SECONDS = 10;

/** First loads, and verdicts of scans in a stocktake of some ten thousand items, in both browsers. Throws when a scan has no verdict. */
export async function measureTerminal(product: Product, folder: string, scans: number): Promise<Figure[]> {
  const stocktake = await createBigStocktake(product);
  const figures: Figure[] = [];
  for (const browser of BROWSERS) {
    process.stderr.write(`terminal in ${browser}\n`);
    const device = await startDevice(browser, join(folder, `profile-${browser}`));
    try {
      const loads: number[] = [];
      for (let load = 0; load < FIRST_LOADS; load++) loads.push(await firstLoad(device, product.url));
      figures.push({
        what: `${browser}, slowed 4×: first load ms`,
        value: median(loads),
        atMost: FIRST_LOAD_MS,
      });
      const { tab, session } = await device.open(false);
      await tab.beforeLoad(VERDICT_TIMER);
      const seconds = await loadAll(tab, product.url, stocktake);
      const what = `${browser}: ${stocktake.items} items, s`;
      figures.push({ what, value: seconds, atMost: ITEMS_SECONDS });
      let next = 0;
      for (const rate of RATES) {
        await tab.throttle(rate);
        await tab.evaluate("void (window.times = [])");
        for (let scan = 1; scan <= scans; scan++) {
          const { code } = stocktake.articles[next++ % stocktake.articles.length] ?? { code: "" };
          await type(session, code, KEY_MS);
          await until(tab, `window.times.length === ${scan}`);
          await pause(BREATH_MS);
        }
        await tab.throttle(1);
        const times = Float64Array.from((await tab.evaluate("window.times")) as number[]).sort();
        const verdict = `${browser}, slowed ${rate}×: verdict`;
        figures.push(
          { what: `${verdict} p50 ms`, value: percentile(times, 0.5) },
          { what: `${verdict} p95 ms`, value: percentile(times, 0.95), atMost: VERDICT_MS },
        );
      }
    } finally {
      await device.kill();
    }
  }
  return figures;
}

/** Ms until the first screen has reacted to a tap; nothing is cached, the processor is four times slower. */
async function firstLoad(device: Device, url: string): Promise<number> {
  const { tab, session } = await device.open(true);
  await tab.throttle(4);
  await tab.beforeLoad(FIRST_TAP);
  await tab.open(`${url}/`);
  await until(tab, "window.usable > 0");
  const usable = Number(await tab.evaluate("window.usable"));
  await session.send("Page.close");
  return usable;
}

/** Runs in the page, Chromium 77 included: `window.times` has the milliseconds from each Enter to the frame with another verdict. */
const VERDICT_TIMER = `(() => {
  window.times = [];
  let began = null;
  let before = "";
  const shown = () => {
    const element = document.querySelector(".verdict");
    return element === null ? "" : element.className + element.textContent;
  };
  addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    began = event.timeStamp;
    before = shown();
  }, true);
  new MutationObserver(() => {
    if (began === null || shown() === before) return;
    const since = began;
    began = null;
    requestAnimationFrame(() => {
      // After the frame: what is posted here comes when it has been drawn.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => times.push(performance.now() - since);
      port2.postMessage(0);
    });
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
})()`;

/** Taps the way to the pairing as soon as it is there; `window.usable` is the time of its painted reaction, ms since the start. */
const FIRST_TAP = `(() => {
  let isTapped = false;
  new MutationObserver(() => {
    const way = document.querySelector('a[href="#/pair"]');
    if (way !== null && !isTapped) {
      isTapped = true;
      requestAnimationFrame(() => way.click());
    }
    if (document.querySelector("input.code") === null || window.usable) return;
    window.usable = -1;
    requestAnimationFrame(() => setTimeout(() => { window.usable = performance.now(); }));
  }).observe(document, { subtree: true, childList: true });
})()`;
