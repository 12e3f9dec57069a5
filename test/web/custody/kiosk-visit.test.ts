import { describe, expect, test } from "vitest";
import { RETURNED, TUNES } from "../../../src/web/feedback/sounds.ts";
import { startServer } from "../../harness/server.ts";
import { OLDEST, type Terminal } from "../../harness/terminal.ts";
import { wakeAfterMinutes } from "../access/terminal-actions.ts";
import { openKiosk } from "./open-kiosk.ts";

const CODE = "A000010";
const OTHER = "A000011";
const QUESTION = "is handed out to Uma Svoboda already. Is it brought back?";
const SHAKES = "window.shakes.splice(0).join(', ')";
const felt = (...tunes: readonly { readonly vibration: readonly number[] }[]) =>
  tunes.map(({ vibration }) => vibration.join(" ")).join(", ");

/** Script: the stored visit can't be read until `window.isReadable`. */
const BREAK_VISIT = `{
  const { get } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.get = function (key) {
    if (key === "kioskVisit" && !window.isReadable) {
      window.wasUnreadable = true;
      throw new Error("unreadable");
    }
    return get.call(this, key);
  };
}`;

interface Kiosk {
  readonly terminal: Terminal;
  /** Who has the article by the server. */
  holders(code?: string): Promise<readonly number[]>;
  /** The rows of the visit, the last one first. */
  rows(): Promise<readonly string[]>;
}

/** The kiosk with the visit of Uma, who has taken an article. */
async function openVisit(browser: (typeof OLDEST)[number]): Promise<Kiosk> {
  const server = await startServer();
  const terminal = await openKiosk(server, browser);
  await terminal.scan("BADGE-UMA");
  await terminal.see("Uma Svoboda: scan an article");
  await terminal.scan(CODE);
  await terminal.see("Handed out to Uma Svoboda");
  const user = await server.as("user");
  const holders = async (code = CODE) => {
    // The ids of the demo's articles are in their codes.
    const { body } = await user.get(`/api/custodies?state=open&articleId=${Number(code.slice(1))}`);
    return body.map(({ userId }: { userId: number }) => userId);
  };
  const rows = async () =>
    (await terminal.evaluate(
      "[...document.querySelectorAll('main ul.list .main span')].map((one) => one.innerText)",
    )) as readonly string[];
  await terminal.evaluate(SHAKES);
  return { terminal, holders, rows };
}

/** Nothing is heard of the terminal for this time, in which its timers stood still. */
const passSeconds = (terminal: Terminal, seconds: number) => wakeAfterMinutes(terminal, seconds / 60);

const hasSent = (terminal: Terminal) => terminal.see("All sent");

describe.each(OLDEST)("a visit at the kiosk in %s", (browser) => {
  test("another scan of an article is a question with its own sound; it gives nothing back until it is answered, and any number of scans is one question", async () => {
    const { terminal, holders, rows } = await openVisit(browser);
    await terminal.scan(CODE);
    await terminal.see(QUESTION);
    await expect.poll(() => terminal.evaluate(SHAKES)).toBe(felt(TUNES.asked));
    await terminal.scan(CODE);
    await terminal.until("window.shakes.length === 1");
    await expect.poll(() => terminal.count("main section[role=alert]")).toBe(1);
    await expect.poll(() => terminal.axe()).toEqual([]);
    await terminal.screenshot(`kiosk-question-${browser}`);
    await terminal.tap("No, Uma Svoboda takes it");
    await terminal.seesNot(QUESTION);
    await expect.poll(() => rows()).toEqual(["Handed out to Uma Svoboda"]);
    await terminal.scan(OTHER);
    await terminal.until("document.querySelectorAll('main ul.list li').length === 2");
    // Operations are sent in their order: a return would be at the server too.
    await expect.poll(() => holders(OTHER)).toEqual([3]);
    expect(await holders()).toEqual([3]);
  });

  test("an answered question gives it back, with another sound and another row; the next scan asks whether to hand it out again", async () => {
    const { terminal, holders, rows } = await openVisit(browser);
    await terminal.scan(CODE);
    await terminal.see(QUESTION);
    await terminal.evaluate(SHAKES);
    await terminal.tap("Yes, take it back");
    await terminal.see("Taken back from Uma Svoboda");
    await expect.poll(() => terminal.evaluate(SHAKES)).toBe(felt(RETURNED));
    const icons =
      "new Set([...document.querySelectorAll('main ul.list path')].map((one) => one.getAttribute('d'))).size";
    await expect.poll(() => terminal.evaluate(icons)).toBe(2);
    await terminal.screenshot(`kiosk-returned-${browser}`);
    await expect.poll(() => holders()).toEqual([]);
    await terminal.scan(CODE);
    await terminal.see("is taken back from Uma Svoboda already. Hand it out again?");
    await terminal.tap("No, it stays here");
    await expect.poll(() => rows()).toEqual(["Taken back from Uma Svoboda", "Handed out to Uma Svoboda"]);
  });

  test("a badge is no answer: the visit ends with the question, the article stays out, and the terminal says so", async () => {
    const { terminal, holders } = await openVisit(browser);
    await terminal.scan(CODE);
    await terminal.see(QUESTION);
    await terminal.evaluate(SHAKES);
    await terminal.scan("BADGE-UMA");
    await terminal.see(/Not answered: .* stays with Uma Svoboda/);
    await terminal.see("Scan your badge");
    await expect.poll(() => terminal.evaluate(SHAKES)).toBe(felt(TUNES.asked));
    await terminal.scan("BADGE-UMA");
    await terminal.scan(OTHER);
    await expect.poll(() => holders(OTHER)).toEqual([3]);
    expect(await holders()).toEqual([3]);
  });

  test("the badge of another person begins another visit, in which the question is gone and the article is with the first one", async () => {
    const { terminal, holders } = await openVisit(browser);
    await terminal.scan(CODE);
    await terminal.see(QUESTION);
    await terminal.scan("BADGE-MAX");
    await terminal.see("Max Dvorak: scan an article");
    await terminal.see(/Not answered: .* stays with Uma Svoboda/);
    await terminal.seesNot("Yes, take it back");
    await terminal.scan(CODE);
    await terminal.see("Uma Svoboda has it, and it was not taken back.");
    await terminal.scan(OTHER);
    await expect.poll(() => holders(OTHER)).toEqual([2]);
    expect(await holders()).toEqual([3]);
  });

  test("after ten seconds without a scan the next article needs a badge, and is not handed out to the person before", async () => {
    const { terminal, holders } = await openVisit(browser);
    await passSeconds(terminal, 9);
    await terminal.scan(OTHER);
    await terminal.until("document.querySelectorAll('main ul.list li').length === 2");
    await passSeconds(terminal, 10);
    await terminal.see("Scan your badge");
    await terminal.see("Uma Svoboda was here.");
    await terminal.screenshot(`kiosk-away-${browser}`);
    await terminal.scan("A000012");
    await terminal.see("is no badge. Scan your badge first.");
    await terminal.scan("BADGE-MAX");
    await terminal.see("Max Dvorak: scan an article");
    await terminal.scan("A000012");
    await expect.poll(() => holders("A000012")).toEqual([2]);
  });

  test("a scan ten seconds after the last one needs a badge also where no timer has run", async () => {
    const { terminal, holders } = await openVisit(browser);
    await terminal.evaluate("void (window.ahead += 10000)");
    await terminal.scan(OTHER);
    await terminal.see("is no badge. Scan your badge first.");
    await hasSent(terminal);
    expect(await holders(OTHER)).toEqual([]);
  });

  test("whoever scans the badge again after a pause goes on with the visit: another scan is asked about, and gives nothing back", async () => {
    const { terminal, holders } = await openVisit(browser);
    await passSeconds(terminal, 12);
    await terminal.see("Uma Svoboda was here.");
    await terminal.scan("BADGE-UMA");
    await terminal.see("Uma Svoboda: scan an article");
    await terminal.scan(CODE);
    await terminal.see(QUESTION);
    await passSeconds(terminal, 12);
    await terminal.see(/Not answered: .* stays with Uma Svoboda/);
    await terminal.seesNot("Yes, take it back");
    await hasSent(terminal);
    expect(await holders()).toEqual([3]);
  });

  test("a reload in the middle forgets neither whose visit it is nor what was scanned in it", async () => {
    const { terminal, holders, rows } = await openVisit(browser);
    await terminal.scan(CODE);
    await terminal.see(QUESTION);
    await terminal.reload();
    await terminal.see("Handed out to Uma Svoboda");
    await expect.poll(() => rows()).toEqual(["Handed out to Uma Svoboda"]);
    await terminal.see("Uma Svoboda: scan an article");
    await terminal.scan(CODE);
    await terminal.see(QUESTION);
    await hasSent(terminal);
    expect(await holders()).toEqual([3]);
  });

  test("without a connection too", async () => {
    const { terminal, holders, rows } = await openVisit(browser);
    await terminal.offline(true);
    await terminal.scan(OTHER);
    await terminal.until("document.querySelectorAll('main ul.list li').length === 2");
    await terminal.scan(OTHER);
    await terminal.see(QUESTION);
    await terminal.tap("Yes, take it back");
    await terminal.see("Taken back from Uma Svoboda");
    await passSeconds(terminal, 11);
    await terminal.scan(CODE);
    await terminal.see("is no badge. Scan your badge first.");
    await expect.poll(async () => (await rows()).length).toBe(3);
    await terminal.offline(false);
    await hasSent(terminal);
    expect([await holders(), await holders(OTHER)]).toEqual([[3], []]);
  });

  test("while the stored visit can't be read, each scan tells that nothing is recorded; then a badge is taken", async () => {
    const server = await startServer();
    const terminal = await openKiosk(server, browser, { initScript: BREAK_VISIT, allowErrors: true });
    await terminal.until("window.wasUnreadable === true");
    await terminal.scan("BADGE-UMA");
    await terminal.see("NOT recorded. Scan it again.");
    await terminal.evaluate("void (window.isReadable = true)");
    await terminal.scan("BADGE-UMA");
    await terminal.see("Uma Svoboda: scan an article");
    await terminal.seesNot("NOT recorded. Scan it again.");
  });

  test("an article whose code is twice a badge is handed out: the whole code comes first", async () => {
    const server = await startServer();
    await server.manager.put("/api/articles/10", { oid: 10, code: "BADGE-MAXBADGE-MAX" });
    const terminal = await openKiosk(server, browser);
    await terminal.scan("BADGE-UMA");
    await terminal.see("Uma Svoboda: scan an article");
    await terminal.scan("BADGE-MAXBADGE-MAX");
    await terminal.see("Handed out to Uma Svoboda");
  });
});
