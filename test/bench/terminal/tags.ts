import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Session } from "../../harness/terminal/devtools.ts";
import { ask, jsonRequest } from "../client.ts";
import { tagGoals } from "../goals.ts";
import { figure, table } from "../report.ts";
import { percentile } from "../statistics.ts";
import type { Target } from "../targets.ts";
import { type MeasuredTab, startDevice } from "./device.ts";
import { loadAll, until } from "./product.ts";
import { type BigStocktake, createBigStocktake } from "./stocktake.ts";

/** How many tags are typed in how many seconds. */
export interface TagAmount {
  readonly tags: number;
  readonly seconds: number;
}

/** The real processor with each tag three times, and one slowed down to that of a terminal, where readers report new tags alone. */
const RUNS = [
  { rate: 1, reports: 3 },
  { rate: 4, reports: 1 },
] as const;
const ROOMS = [13, 14, 15] as const;

/** Tags that are in no GS1 format: digits alone, so that no Shift is typed. */
const epcOf = (round: number, index: number) => `9${round}${String(index).padStart(22, "0")}`;

/**
 * Types tags into Chromium 77 without a connection, as a reader does with its trigger held, in random order.
 * Measures from the Enter of a tag's first report to the frame that shows it as counted, thus stored. Throws when one is missing.
 */
export async function measureTags(target: Target, folder: string, amount: TagAmount): Promise<string> {
  const stocktake = await createBigStocktake(target, ROOMS);
  const device = await startDevice("chromium77", join(folder, "profile-tags"));
  const rows: string[][] = [];
  try {
    for (const [round] of RUNS.entries()) await giveTags(target, stocktake, round, amount.tags);
    const page = await device.open();
    await page.tab.beforeLoad(TAG_TIMER);
    const url = `http://127.0.0.1:${target.port}`;
    await loadAll(page.tab, url, stocktake);
    await page.tab.open(`${url}/#/tags/count/${stocktake.oid}/${stocktake.locationId}`);
    await until(page.tab, "document.querySelector('[data-counted]') !== null");
    await page.tab.offline(true);
    for (const [round, { rate, reports }] of RUNS.entries()) {
      await page.tab.throttle(rate);
      const { times, seconds } = await typeAll(page, round, reports, amount);
      await page.tab.throttle(1);
      const p95 = percentile(times, 0.95);
      rows.push([
        `${rate}×`,
        String(amount.tags * reports),
        figure(seconds),
        figure(percentile(times, 0.5)),
        figure(p95),
        figure(p95 / tagGoals.p95),
        figure(times[times.length - 1] ?? Number.NaN),
      ]);
    }
  } finally {
    await device.kill();
  }
  const head = ["slowed", "reports", "typed in s", "p50 ms", "p95 ms", `p95 / ${tagGoals.p95} ms`, "max ms"];
  return `${amount.tags} tags, without a connection, in Chromium 77.\n\n${table(head, rows)}`;
}

/** Gives the articles of the first location these tags as codes. */
async function giveTags(
  target: Target,
  { articleIds }: BigStocktake,
  round: number,
  tags: number,
): Promise<void> {
  for (let index = 0; index < tags; index++) {
    const path = `/api/articles/${articleIds[index % articleIds.length]}/codes`;
    const body = { code: epcOf(round, index) };
    const { status } = await ask(target.port, jsonRequest("POST", path, target.token, body));
    if (status !== 201) throw new Error(`${path}: ${status}`);
  }
}

/** Types all reports in the given time, or as fast as the browser takes them. Resolves to the ascending times of the first ones. */
async function typeAll(
  { tab, session }: MeasuredTab,
  round: number,
  times: number,
  { tags, seconds }: TagAmount,
) {
  const reports = shuffled(Array.from({ length: tags * times }, (_, index) => index % tags));
  const seen = new Set<number>();
  const isFirst = reports.map((index) => !seen.has(index) && seen.add(index) !== undefined);
  await tab.evaluate(`void beginTags(${JSON.stringify(isFirst)})`);
  const began = performance.now();
  for (const [at, index] of reports.entries()) {
    const due = began + (at * seconds * 1000) / reports.length;
    if (due > performance.now()) await pause(due - performance.now());
    await typeTag(session, epcOf(round, index));
  }
  await until(tab, `tagTimes.length >= ${tags}`);
  const measured = (await tab.evaluate("tagTimes")) as number[];
  return { times: measured.toSorted((a, b) => a - b), seconds: (performance.now() - began) / 1000 };
}

async function typeTag(session: Session, epc: string): Promise<void> {
  for (const text of epc) {
    const key = { key: text, windowsVirtualKeyCode: text.charCodeAt(0) };
    void session.send("Input.dispatchKeyEvent", { type: "keyDown", ...key, text });
    void session.send("Input.dispatchKeyEvent", { type: "keyUp", ...key });
  }
  const enter = { key: "Enter", code: "Enter", windowsVirtualKeyCode: 13 };
  void session.send("Input.dispatchKeyEvent", { type: "keyDown", ...enter, text: "\r" });
  await session.send("Input.dispatchKeyEvent", { type: "keyUp", ...enter });
}

function shuffled(values: readonly number[]): readonly number[] {
  const all = [...values];
  for (let at = all.length - 1; at > 0; at--) {
    const other = Math.floor(Math.random() * (at + 1));
    [all[at], all[other]] = [all[other] ?? 0, all[at] ?? 0];
  }
  return all;
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
