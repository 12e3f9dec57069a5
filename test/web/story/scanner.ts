import { setTimeout as pause } from "node:timers/promises";
import type { TerminalPage } from "../../harness/terminal/terminal-page.ts";

/** A quick hand: so many ms from one scan to the next, as long as the device keeps up. */
const PACE_MS = 100;

/** Lets things be done ten times a second at most: each begins when its time has come. */
export function aPace(): (work: () => Promise<void>) => Promise<void> {
  let due = performance.now();
  return async (work) => {
    await pause(Math.max(0, due - performance.now()));
    due = Math.max(due, performance.now()) + PACE_MS;
    await work();
  };
}

/** Scans codes ten a second. Does not wait for any verdict. */
export async function scanAll(tab: TerminalPage, codes: readonly string[]): Promise<void> {
  const paced = aPace();
  for (const code of codes) await paced(() => tab.scan(code));
}

/** What the verdict card shows, as one line. */
export const CARD = `((document.querySelector(".verdict") || {}).innerText || "").replace(/\\s+/g, " ")`;

/** Waits until the verdict card shows this. */
export async function seeCard(tab: TerminalPage, words: RegExp | string): Promise<void> {
  const pattern =
    typeof words === "string" ? new RegExp(words.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")) : words;
  await tab.until(`${pattern}.test(${CARD})`);
}

/** Waits until the terminal keeps so many operations. */
export async function keeps(tab: TerminalPage, many: number): Promise<void> {
  await tab.until(`${OUTBOX}.then((all) => all.length === ${many})`);
}

/** How many operations wait to be sent. */
export async function waiting(tab: TerminalPage): Promise<number> {
  return Number(
    await tab.evaluate(`${OUTBOX}.then((all) => all.filter(({ state }) => state === "waiting").length)`),
  );
}

const OUTBOX = `new Promise((resolve, reject) => {
  const opening = indexedDB.open("tallybox");
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const db = opening.result;
    const asked = db.transaction("outbox").objectStore("outbox").getAll();
    asked.onerror = () => reject(asked.error);
    asked.onsuccess = () => { db.close(); resolve(asked.result); };
  };
})`;
