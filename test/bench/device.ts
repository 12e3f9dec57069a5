import { setTimeout as pause } from "node:timers/promises";
import { type BrowserName, type Chromium, launchChromium } from "../harness/terminal/chromium.ts";
import type { Session } from "../harness/terminal/devtools.ts";
import { Tab } from "../harness/terminal/tab.ts";
import { watchPage } from "../harness/terminal/watch.ts";
import { Caller } from "./caller.ts";
import type { Product } from "./product.ts";

/** A page of a measured browser. */
export interface MeasuredTab {
  readonly tab: Tab;
  readonly session: Session;
}

/** A browser to measure, its storage on the project's disk. */
export interface Device {
  /** A page; `isCold`: nothing is stored or cached for it. */
  open(isCold: boolean): Promise<MeasuredTab>;
  kill(): Promise<void>;
}

/** Starts a browser on a profile of its own. */
export async function startDevice(browser: BrowserName, profile: string): Promise<Device> {
  const chromium = await launchChromium({ browser, profile });
  return { open: (isCold) => openTab(chromium, isCold), kill: () => chromium.kill() };
}

async function openTab(chromium: Chromium, isCold: boolean): Promise<MeasuredTab> {
  const root = chromium.session();
  const context = isCold ? await root.send("Target.createBrowserContext") : null;
  const { targetId } = await root.send("Target.createTarget", { url: "about:blank", ...context });
  const { sessionId } = await root.send("Target.attachToTarget", { targetId, flatten: true });
  const session = chromium.session(sessionId);
  await session.send("Page.enable");
  const screen = { width: 360, height: 640, deviceScaleFactor: 2, mobile: true };
  await session.send("Emulation.setDeviceMetricsOverride", screen);
  await session.send("Emulation.setFocusEmulationEnabled", { enabled: true });
  const tab = new Tab(session, await watchPage(session, chromium.session), (url) => url);
  return { tab, session };
}

/** Types a text and Enter as a scanner does, with so many milliseconds between keys; the browser reports the time of each key. */
export async function type(session: Session, text: string, keyMs: number): Promise<void> {
  for (const letter of text) {
    const key = { key: letter, windowsVirtualKeyCode: letter.charCodeAt(0) };
    void session.send("Input.dispatchKeyEvent", { type: "keyDown", ...key, text: letter });
    void session.send("Input.dispatchKeyEvent", { type: "keyUp", ...key });
    if (keyMs > 0) await pause(keyMs);
  }
  const enter = { key: "Enter", code: "Enter", windowsVirtualKeyCode: 13 };
  void session.send("Input.dispatchKeyEvent", { type: "keyDown", ...enter, text: "\r" });
  await session.send("Input.dispatchKeyEvent", { type: "keyUp", ...enter });
}

const MAX_SECONDS = 120;

/** Waits longer than a test would. Throws when it never is so. */
export async function until(tab: Tab, expression: string): Promise<void> {
  const end = performance.now() + MAX_SECONDS * 1000;
  while (!(await tab.evaluate(expression))) {
    if (performance.now() > end)
      throw new Error(
        `never true: ${expression} on: ${await tab.evaluate("document.body.innerText.slice(0, 500)")}`,
      );
    await pause(20);
  }
}

/** Rooms of the demo that together hold a tenth of 100 000 articles. */
const ROOMS = [13, 14, 15] as const;

/** A running stocktake, and the articles that are expected at one of its locations. */
export interface BigStocktake {
  readonly oid: number;
  readonly locationId: number;
  readonly items: number;
  readonly articles: readonly { readonly oid: number; readonly code: string }[];
}

/** Makes a stocktake of some ten thousand items. */
export async function createBigStocktake(product: Product): Promise<BigStocktake> {
  const office = new Caller(product);
  const wanted = { name: "Bench", locationIds: ROOMS };
  const { oid } = await office.demand<{ oid: number }>("POST", "/api/inventories", wanted);
  for (const step of ["prepare", "start"]) await office.demand("PUT", `/api/inventories/${oid}/${step}`, {});
  const items = await office.demand<
    readonly { readonly locationId: number; readonly article: BigStocktake["articles"][number] }[]
  >("GET", `/api/inventories/${oid}/items`);
  office.close();
  const [locationId] = ROOMS;
  const here = items.filter((item) => item.locationId === locationId);
  return { oid, locationId, items: items.length, articles: here.map(({ article }) => article) };
}

/** Logs the demo's user in and loads all that the count of this stocktake needs. Returns the seconds for the items. */
export async function loadAll(tab: Tab, url: string, { oid, locationId }: BigStocktake): Promise<number> {
  await tab.open(`${url}/#/login`);
  await tab.tap({ css: "input[name=username]" });
  await tab.insert("user");
  await tab.tap({ css: "input[name=password]" });
  await tab.insert("user-demo");
  await tab.tap({ css: "button[type=submit]" });
  await until(tab, ARTICLES_ARE_HERE);
  const began = performance.now();
  await tab.open(`${url}/#/count/${oid}/${locationId}`);
  await until(tab, "/^\\d+\\/[1-9]/.test((document.querySelector('.location-figures') || {}).innerText)");
  return (performance.now() - began) / 1000;
}

const ARTICLES_ARE_HERE = `new Promise((resolve, reject) => {
  const opening = indexedDB.open("tallybox");
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const db = opening.result;
    const asked = db.transaction("values").objectStore("values").get("articles");
    asked.onsuccess = () => { db.close(); resolve((asked.result || {}).areHere === true); };
  };
})`;
