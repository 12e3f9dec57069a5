import type { TestServer } from "../../harness/server.ts";
import type { TerminalPage } from "../../harness/terminal/terminal-page.ts";
import { openTerminal, type Terminal, type TerminalOptions } from "../../harness/terminal.ts";
import { logInTerminal } from "../access/log-in.ts";
import { makeClockMovable } from "../access/terminal-actions.ts";
import { storedValue } from "../stored-records.ts";
import { type Stocktake, type StocktakeOptions, startServerWithStocktake } from "./stocktake.ts";

/** A terminal that shows the first location of a started stocktake. */
export interface CountSetup {
  readonly server: TestServer;
  readonly terminal: Terminal;
  readonly stocktake: Stocktake;
  /** Opens a screen of the stocktake, such as `/7/pick`. */
  go(rest: string): Promise<void>;
}

interface CountSetupOptions extends TerminalOptions, StocktakeOptions {
  readonly userName?: string;
  /** `window.ahead` moves the page's clock, in ms. */
  readonly withClock?: boolean;
}

/** Logs in at a new terminal and opens the first location of a started stocktake, with its items and articles loaded. */
export async function startCount(given: CountSetupOptions): Promise<CountSetup> {
  const { userName = "user", isBlind, locationIds, language = "en", withClock = false, ...options } = given;
  const { server, stocktake } = await startServerWithStocktake({
    ...(isBlind && { isBlind }),
    ...(locationIds && { locationIds }),
  });
  const terminal = await openTerminal(options);
  if (withClock) await makeClockMovable(terminal);
  await logInTerminal(terminal, server, userName, { language });
  const go = (rest: string) => terminal.open(`${server.url}/#/count/${stocktake.oid}${rest}`);
  await terminal.see(stocktake.name);
  await go("");
  await terminal.until("document.querySelector('input[type=search]') !== null");
  await go(`/${stocktake.rooms[0].oid}`);
  await terminal.until(HAS_ITEMS);
  await waitForArticles(terminal);
  return { server, terminal, stocktake, go };
}

/** Expression: all records of the terminal's database as JSON. */
export const STORED_DATA = `(async () => {
  const db = await new Promise((resolve) => {
    const opening = indexedDB.open("tallybox");
    opening.onsuccess = () => resolve(opening.result);
  });
  const all = {};
  for (const name of db.objectStoreNames)
    all[name] = await new Promise((resolve) => {
      const request = db.transaction(name).objectStore(name).getAll();
      request.onsuccess = () => resolve(request.result);
    });
  db.close();
  return JSON.stringify(all);
})()`;

/** Expression: the files that the page saves from now on are in `window.saved`. */
export const CATCH_FILES =
  "void (window.saved = [], URL.createObjectURL = (file) => (window.saved.push(file), 'blob:none'), HTMLAnchorElement.prototype.click = () => undefined)";

/** Expression: whether the expected items of the location are loaded. */
export const HAS_ITEMS = `/^\\d+\\/[1-9]/.test((document.querySelector('.location-figures') || {}).innerText)`;

/** Waits until the device has stored all articles and the page knows it. */
export async function waitForArticles(terminal: TerminalPage): Promise<void> {
  const areHere = `${storedValue("articles")}.then((found) => found !== undefined && found.areHere)`;
  await terminal.until(areHere);
  // The page reads the value after it has written it. A second read comes after that one.
  await terminal.until(areHere);
}

/** Lets the terminal load what has changed, as it does each minute, and waits until it has stored these texts. */
export async function loadChanges(terminal: TerminalPage, ...texts: readonly string[]): Promise<void> {
  await terminal.evaluate("void window.dispatchEvent(new Event('online'))");
  await terminal.until(
    `(${STORED_DATA}).then((all) => ${JSON.stringify(texts)}.every((text) => all.includes(text)))`,
  );
}

/** Reads the result card: its class without `is-`, and its text. */
export async function readCard(terminal: TerminalPage): Promise<string> {
  return `${await terminal.evaluate("(document.querySelector('.verdict').className.match(/is-(\\w+)/) || [])[1]")}: ${await terminal.textOf(".verdict")}`;
}

/** Waits until the list of recent scans begins with this article and quantity: it follows the card a little later. */
export async function waitForRecent(
  terminal: TerminalPage,
  code: string,
  quantity: number | string,
): Promise<void> {
  const row = `(document.querySelector(".count-lists .list li:first-child") || { innerText: "" }).innerText.trim()`;
  await terminal.until(`${row}.includes(${JSON.stringify(code)}) && /\\s${quantity}$/.test(${row})`);
}

/** Waits until there are no unsent counts. */
export async function waitUntilSent(terminal: Pick<Terminal, "see">): Promise<void> {
  await terminal.see(/^(All sent|Vše odesláno)/);
}

/** Types a number on the screen's number pad. */
export async function typeNumber(terminal: Terminal, value: number): Promise<void> {
  for (const digit of String(value)) {
    await terminal.tap({ css: `.number-pad button:nth-child(${digit === "0" ? 11 : digit})` });
  }
}

/** Scrolls an element to the middle of the screen. */
export async function scrollTo(terminal: Terminal, css: string): Promise<void> {
  await terminal.until(`document.querySelector(${JSON.stringify(css)}) !== null`);
  await terminal.evaluate(
    `document.querySelector(${JSON.stringify(css)}).scrollIntoView({ block: "center" })`,
  );
}

/** Waits until the next tap is not ignored as the second tap of a double tap. */
export async function waitOutDoubleTap(terminal: Pick<Terminal, "evaluate">): Promise<void> {
  // allow pause: the terminal compares the times of the taps
  await terminal.evaluate(`new Promise((later) => setTimeout(later, 600))`);
}

/** Types an article's code into the search of the screen, until it is the only result: other rows move it under the finger. */
export async function searchArticle(terminal: Terminal, code: string): Promise<void> {
  await terminal.tap("Name or code");
  await terminal.type(code);
  await terminal.until("document.querySelectorAll('.list li button').length === 1");
}
