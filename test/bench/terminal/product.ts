import { setTimeout as pause } from "node:timers/promises";
import type { Tab } from "../../harness/terminal/tab.ts";
import type { BigStocktake } from "./stocktake.ts";

/** The device's time to store its data, and their size. */
export interface Loaded {
  readonly articlesSeconds: number;
  readonly itemsSeconds: number;
  /** NaN where the browser does not report it. */
  readonly megabytes: number;
}

const LONGEST_SECONDS = 120;

/** Waits longer than a test would. Throws when it never is so. */
export async function until(tab: Tab, expression: string): Promise<void> {
  const end = performance.now() + LONGEST_SECONDS * 1000;
  while (!(await tab.evaluate(expression))) {
    if (performance.now() > end)
      throw new Error(
        `never true: ${expression} on: ${await tab.evaluate("document.body.innerText.slice(0, 500)")}`,
      );
    await pause(100);
  }
}

/** Logs the demo's user in and loads all that the count of this stocktake needs. */
export async function loadAll(tab: Tab, url: string, { oid, locationId }: BigStocktake): Promise<Loaded> {
  await tab.open(`${url}/#/login`);
  await tab.tap({ css: "input[name=username]" });
  await tab.insert("user");
  await tab.tap({ css: "input[name=password]" });
  await tab.insert("user-demo");
  await tab.tap({ css: "button[type=submit]" });
  const began = performance.now();
  await until(tab, ARTICLES_ARE_HERE);
  const loaded = performance.now();
  await tab.open(`${url}/#/count/${oid}/${locationId}`);
  await until(tab, "/^\\d+\\/[1-9]/.test((document.querySelector('.location-figures') || {}).innerText)");
  return {
    articlesSeconds: (loaded - began) / 1000,
    itemsSeconds: (performance.now() - loaded) / 1000,
    megabytes: Number(await tab.evaluate(USAGE)),
  };
}

const USAGE = "navigator.storage ? navigator.storage.estimate().then(({ usage }) => usage / 1e6) : NaN";

const ARTICLES_ARE_HERE = `new Promise((resolve, reject) => {
  const opening = indexedDB.open("tallybox");
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const db = opening.result;
    const asked = db.transaction("values").objectStore("values").get("articles");
    asked.onsuccess = () => { db.close(); resolve((asked.result || {}).areHere === true); };
  };
})`;
