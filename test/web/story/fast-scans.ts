import { setTimeout as pause } from "node:timers/promises";
import type { TerminalPage } from "../../harness/terminal/terminal-page.ts";
import { recordsOf } from "../stored-records.ts";

/** Ms from one scan to the next, as long as the device keeps up. */
const PACE_MS = 100;

/** Creates a function that runs actions at most ten times a second. */
export function createPace(): (work: () => Promise<void>) => Promise<void> {
  let due = performance.now();
  return async (work) => {
    // allow pause: the pace of a person with a scanner
    await pause(Math.max(0, due - performance.now()));
    due = Math.max(due, performance.now()) + PACE_MS;
    await work();
  };
}

/** Scans ten codes a second, without waiting for their results. */
export async function scanAll(tab: TerminalPage, codes: readonly string[]): Promise<void> {
  const paced = createPace();
  for (const code of codes) await paced(() => tab.scan(code));
}

/** Expression: the text of the result card as one line. */
export const CARD_TEXT = `((document.querySelector(".verdict") || {}).innerText || "").replace(/\\s+/g, " ")`;

/** Waits until the result card shows this text. */
export async function waitForCard(tab: TerminalPage, words: RegExp | string): Promise<void> {
  const pattern =
    typeof words === "string" ? new RegExp(words.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")) : words;
  await tab.until(`${pattern}.test(${CARD_TEXT})`);
}

/** Waits until the outbox has this many operations. */
export async function waitForOutbox(tab: TerminalPage, count: number): Promise<void> {
  await tab.until(`${OUTBOX}.then((all) => all.length === ${count})`);
}

/** Counts the operations that are not sent yet. */
export async function countWaiting(tab: TerminalPage): Promise<number> {
  return Number(
    await tab.evaluate(`${OUTBOX}.then((all) => all.filter(({ state }) => state === "waiting").length)`),
  );
}

const OUTBOX = recordsOf("outbox");
