import { describe, expect, test } from "vitest";
import { createProfile, OLDEST, openTerminal } from "../../harness/terminal.ts";
import { waitUntilSent } from "../count/count-page.ts";
import { sgtin } from "./tag-numbers.ts";
import { openTags, startSeveral, waitForCounted } from "./tags-page.ts";

const TAGS = 1000;
const FEW = 120;
/** Tags that the browser around the page reports at once. */
const AT_ONCE = 200;

/** The numbers below `count`, in an order without a pattern. */
function shuffled(count: number, from: number): readonly number[] {
  const all = Array.from({ length: count }, (_, index) => index);
  let seed = from;
  for (let at = all.length - 1; at > 0; at--) {
    seed = (seed * 48_271) % 2_147_483_647;
    const other = seed % (at + 1);
    [all[at], all[other]] = [all[other] ?? 0, all[at] ?? 0];
  }
  return all;
}

describe.each(OLDEST)("1 000 tags in %s", (browser) => {
  test("typed as keys and reported by an intent, without a connection, each is counted once, and the server has each once", async () => {
    const setup = await startSeveral({ browser });
    const { terminal, quantity } = setup;
    await terminal.offline(true);
    await openTags(setup);
    const [once, again] = [shuffled(TAGS, 1), [...shuffled(TAGS, 2), ...shuffled(TAGS, 3)]];
    for (const [index, serial] of once.entries()) {
      await terminal.scan(sgtin(serial + 1));
      if (index % (AT_ONCE / 2) !== 0) continue;
      const reported = again.splice(0, AT_ONCE).map((other) => ({ epc: sgtin(other + 1), rssi: -60 }));
      await terminal.evaluate(`void tallybox.readTags(${JSON.stringify(reported)})`);
    }
    await waitForCounted(terminal, TAGS);
    await terminal.see(/2,000 repeated reads/);
    await terminal.offline(false);
    await terminal.evaluate("void window.dispatchEvent(new Event('online'))");
    await waitUntilSent(terminal);
    expect(await quantity()).toBe(TAGS);
  });

  test("after a kill of the browser all tags that were shown as counted are there, and each counts once", async () => {
    const profile = await createProfile();
    const setup = await startSeveral({ browser, profile });
    const { terminal, quantity } = setup;
    await openTags(setup);
    await terminal.offline(true);
    const serials = [...shuffled(FEW, 1), ...shuffled(FEW, 2)];
    const typing = (async () => {
      for (;;) for (const serial of serials) await terminal.scan(sgtin(serial + 1));
    })();
    // Only the kill ends the typing, with an error.
    const typed = typing.catch((error: unknown) => error);
    await terminal.until(
      "Number((document.querySelector('[data-counted]') || { dataset: {} }).dataset.counted) >= 30",
    );
    const shown = Number(await terminal.evaluate("document.querySelector('[data-counted]').dataset.counted"));
    await terminal.kill();
    expect(await typed).toBeInstanceOf(Error);
    const restarted = await openTerminal({ browser, profile });
    await openTags({ ...setup, terminal: restarted });
    await restarted.until("Number(document.querySelector('[data-counted]').dataset.counted) > 0");
    const kept = Number(await restarted.evaluate("document.querySelector('[data-counted]').dataset.counted"));
    expect(kept).toBeGreaterThanOrEqual(shown);
    for (const serial of serials) await restarted.scan(sgtin(serial + 1));
    await waitForCounted(restarted, FEW);
    await waitUntilSent(restarted);
    expect(await quantity()).toBe(FEW);
  });
});
