import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startServer } from "../harness/server.ts";
import { BROWSERS, OLDEST, openTerminal } from "../harness/terminal.ts";
import { CATCH_FILES, HAS_ITEMS, startCount } from "./count/count-page.ts";

describe.each(BROWSERS)("the terminal in %s", (browser) => {
  test.each([
    ["en", "Welcome", "light", true],
    ["cs", "Vítejte", "dark", false],
  ] as const)(
    "it opens in %s: %s, %s (secure: %s), without errors or horizontal scrolling",
    async (language, welcome, theme, secure) => {
      const server = await startServer();
      const terminal = await openTerminal({ browser, language, secure, theme, serviceWorker: true });
      await terminal.open(`${server.url}/`);
      await terminal.see(welcome);
      await expect.poll(() => terminal.evaluate("document.documentElement.lang")).toBe(language);
      await expect
        .poll(() => terminal.evaluate("getComputedStyle(document.documentElement).backgroundColor"))
        .toBe(theme === "light" ? "rgb(255, 255, 255)" : "rgb(14, 18, 22)");
      await expect.poll(() => terminal.axe()).toEqual([]);
      const isWider = "document.documentElement.scrollWidth > innerWidth";
      await expect.poll(() => terminal.evaluate(isWider)).toBe(false);
      await terminal.screenshot(`welcome-${browser}-${language}-${theme}`);
    },
  );

  test.each([
    ["delete Object.fromEntries", "en", /^This browser is too old .*Tento prohlížeč je .*Chrome\//],
    ["delete window.AbortController", "cs", /^Tento prohlížeč je .*This browser is too old .*Chrome\//],
    // Features that Chromium 76, Firefox 125 and Safari 15.3 lack.
    [
      "delete HTMLElement.prototype.enterKeyHint; delete Array.prototype.at",
      "en",
      /Chrome, Edge or Android WebView 77 or newer/,
    ],
    ["delete IDBFactory.prototype.databases", "en", /Firefox ESR 128 or newer/],
    ["delete window.BroadcastChannel", "cs", /Safari 15\.4 \(iOS 15\.4\) či novější/],
  ])(
    "a browser without a needed feature (%s, %s) shows a message in both languages",
    async (removal, language, words) => {
      const server = await startServer();
      const terminal = await openTerminal({ browser, language });
      await terminal.beforeLoad(removal);
      await terminal.open(`${server.url}/`);
      await terminal.see(words);
      await expect.poll(() => terminal.count("#app > *")).toBe(0);
      await expect.poll(() => terminal.axe()).toEqual([]);
    },
  );
});

/** Keeps a transaction of these stores open until `window.isReleased`, as a frozen page does. */
const holding = (stores: string) => `new Promise((begun) => {
  const opening = indexedDB.open("tallybox");
  opening.onsuccess = () => {
    const transaction = opening.result.transaction(${stores}, "readwrite");
    const store = transaction.objectStore(transaction.objectStoreNames[0]);
    const goOn = () => {
      begun();
      if (!window.isReleased) store.count().onsuccess = goOn;
    };
    goOn();
  };
})`;
const ALL = "[...opening.result.objectStoreNames]";
/** Makes the page wait a tenth of the time for its storage: a held transaction uses a whole processor. */
const QUICK_SECONDS = `(() => {
  const { setInterval: every, setTimeout: after } = window;
  window.setInterval = (run, ms, ...given) => every(run, ms === 1000 ? 100 : ms, ...given);
  window.setTimeout = (run, ms, ...given) => after(run, ms === 5000 || ms === 1000 ? ms / 10 : ms, ...given);
})()`;
const STUCK = "The browser's storage is not responding";
const SAVE = "Save unsent counts to a file";

test.each(OLDEST)(
  "a message is shown while another page holds the storage, until it is released, in %s",
  async (browser) => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    await terminal.open(`${server.url}/`);
    await terminal.see("Welcome");
    await terminal.evaluate(holding(ALL));
    const other = await terminal.newTab();
    await other.beforeLoad(QUICK_SECONDS);
    await other.open(`${server.url}/`);
    await other.see(STUCK);
    await other.tap(SAVE);
    await other.see("Not saved: the storage does not give the counts either.");
    await expect.poll(() => other.axe()).toEqual([]);
    await other.screenshot(`storage-stuck-${browser}`);
    await terminal.evaluate("void (window.isReleased = true)");
    await other.see("Welcome");
  },
);

test.each(OLDEST)(
  "while the storage does not respond a message is shown, and unsent counts can be saved to a file, in %s",
  async (browser) => {
    const { terminal, stocktake } = await startCount({ browser, serviceWorker: true });
    const [{ single, several }] = stocktake.rooms;
    await terminal.until("navigator.serviceWorker.ready.then(() => true)");
    await terminal.beforeLoad(QUICK_SECONDS);
    await terminal.reload();
    await terminal.until(HAS_ITEMS);
    await terminal.offline(true);
    await terminal.scan(single.article.code);
    await terminal.see("1 not sent yet");
    const other = await terminal.newTab();
    await other.open(String(await terminal.evaluate("location.origin + '/icon.svg'")));
    await other.evaluate(holding("['items']"));
    await terminal.scan(several.article.code);
    await terminal.see(STUCK);
    await other.evaluate("void (window.isReleased = true)");
    await terminal.seesNot(STUCK);
    await terminal.see("2 not sent yet");
    // The held store is not that of the counts.
    await other.evaluate("void (window.isReleased = false)");
    await other.evaluate(holding("['values']"));
    await terminal.reload();
    await terminal.see(STUCK);
    await terminal.evaluate(CATCH_FILES);
    await terminal.tap(SAVE);
    await terminal.see("1 file saved");
    const text = String(await terminal.evaluate("new Response(window.saved[0]).text()"));
    expect(JSON.parse(text).operations).toMatchObject([
      { code: single.article.code },
      { code: several.article.code },
    ]);
    await other.evaluate("void (window.isReleased = true)");
    await terminal.seesNot(STUCK);
    await terminal.see("2 not sent yet");
  },
);

test.each(OLDEST)("if the storage does not open, the reason is shown, in %s", async (browser) => {
  const server = await startServer();
  const terminal = await openTerminal({ browser });
  await terminal.beforeLoad(
    "IDBFactory.prototype.open = () => { throw new DOMException('Internal error opening backing store', 'UnknownError'); }",
  );
  await terminal.open(`${server.url}/`);
  await terminal.see("tallybox could not start");
  await terminal.see("Internal error opening backing store");
  await terminal.tap(SAVE);
  await terminal.see("Not saved: the counts cannot be read from the browser's storage");
  await expect.poll(() => terminal.axe()).toEqual([]);
});

test.each(OLDEST)("a screen whose data cannot be read can be reloaded, in %s", async (browser) => {
  // Readers in the background report errors too.
  const { terminal, stocktake } = await startCount({ browser, allowErrors: true });
  const { name, code } = stocktake.rooms[0].single.article;
  await terminal.tap("All here");
  await terminal.see(`${name} ${code}`);
  await terminal.evaluate(
    "void (IDBIndex.prototype.getAll = () => { throw new DOMException('the disk failed', 'UnknownError'); })",
  );
  await terminal.tap(new RegExp(`${name} ${code}`));
  await terminal.see("This page could not be shown");
  await terminal.see("This device's storage could not be read.");
  await terminal.seesNot("NOT saved");
  await terminal.tap("Reload");
  await terminal.see("Enter quantity");
  await terminal.seesNot("This page could not be shown");
});

test.each(OLDEST)("leaving or hiding a page writes nothing to the storage, in %s", async (browser) => {
  const { terminal } = await startCount({ browser });
  const writes = await terminal.evaluate(`(() => {
    const begun = [];
    const transaction = IDBDatabase.prototype.transaction;
    IDBDatabase.prototype.transaction = function (names, mode, options) {
      if (mode === "readwrite") begun.push(String(names));
      return transaction.call(this, names, mode, options);
    };
    Object.defineProperty(document, "visibilityState", { get: () => "hidden", configurable: true });
    Object.defineProperty(document, "hidden", { get: () => true, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
    window.dispatchEvent(new Event("pagehide"));
    document.dispatchEvent(new Event("freeze"));
    IDBDatabase.prototype.transaction = transaction;
    return begun;
  })()`);
  expect(writes).toEqual([]);
});

test("the script that detects an old browser has only syntax that old browsers know", () => {
  const source = readFileSync(join(import.meta.dirname, "../../src/web/public/old-browser.js"), "utf8");
  expect(source.match(/=>|`|\b(let|const|class|async)\b|\?\.|\.\.\./g)).toBe(null);
});
