import { expect, test } from "vitest";
import { MAX_CLIENT_ERRORS_PER_HOUR } from "../../../src/platform/limits.ts";
import { VERSION } from "../../../src/platform/version.ts";
import { eventually } from "../../harness/eventually.ts";
import { startServer, type TestServer } from "../../harness/server.ts";
import { OLDEST, openTerminal } from "../../harness/terminal.ts";
import { CATCH_FILES, startCount } from "../count/count-page.ts";

const BROKEN = "This page could not be shown";
/** No time can be written, as on the screen of unsent counts. */
const BREAK_TIMES =
  "void Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', { get() { throw new TypeError('list is undefined'); } })";
const BREAK_PLURALS =
  "void (Intl.PluralRules.prototype.select = () => { throw new TypeError('rule is undefined'); })";
/** The 90 s between two reports take 50 ms. */
const QUICK_REPORTS = `(() => {
  const after = window.setTimeout;
  window.setTimeout = (run, ms, ...given) => after(run, ms === 90000 || ms === 2000 ? 50 : ms, ...given);
})()`;
/** No report is sent from this page. */
const NO_REPORTS = `(() => {
  const after = window.setTimeout;
  window.setTimeout = (run, ms, ...given) => (ms === 90000 || ms === 2000 ? 0 : after(run, ms, ...given));
})()`;
const QUEUE = "JSON.parse(localStorage.getItem('tallybox.errors') || '[]')";

async function reports(server: TestServer) {
  return (await (await server.as("admin")).get("/api/client-errors")).body;
}

async function messages(server: TestServer): Promise<readonly string[]> {
  return (await reports(server)).map(({ message }: { message: string }) => message);
}

test.each(OLDEST)(
  "a screen that fails is replaced by a message, the others work, unsent counts are saved to a file, and the server is told, in %s",
  async (browser) => {
    const { server, terminal, stocktake } = await startCount({ browser, serviceWorker: true });
    await terminal.until("navigator.serviceWorker.ready.then(() => true)");
    const { code } = stocktake.rooms[0].single.article;
    await terminal.offline(true);
    await terminal.scan(code);
    await terminal.see("1 not sent yet");
    await terminal.evaluate(BREAK_TIMES);
    await terminal.tap(/1 not sent yet/);
    await terminal.see(BROKEN);
    await terminal.see("list is undefined");
    await expect.poll(() => terminal.axe()).toEqual([]);
    await terminal.screenshot(`screen-error-${browser}`);
    await terminal.evaluate(CATCH_FILES);
    await terminal.tap("Save unsent counts to a file");
    await terminal.see("1 file saved");
    const text = String(await terminal.evaluate("new Response(window.saved[0]).text()"));
    expect(JSON.parse(text).operations).toMatchObject([{ code }]);
    await terminal.tap("Find");
    await terminal.seesNot(BROKEN);
    await terminal.offline(false);
    const [report] = await eventually(async () => {
      const all = await reports(server);
      expect(all).toHaveLength(1);
      return all;
    });
    expect(report).toMatchObject({
      app: "terminal",
      version: VERSION.version,
      screen: expect.stringMatching(/^\/(unsent|count\/\d+\/\d+)$/),
      message: "TypeError: list is undefined",
      count: 1,
    });
    expect(report.stack).toMatch(/^at .*\/assets\/[\w-]+\.js:\d+:\d+/m);
    expect(JSON.stringify(report)).not.toContain("127.0.0.1");
  },
);

test.each(OLDEST)("what is around the screens may fail too, in %s", async (browser) => {
  const { server, terminal, stocktake } = await startCount({ browser, allowErrors: true });
  await terminal.evaluate(BREAK_PLURALS);
  await terminal.offline(true);
  await terminal.scan(stocktake.rooms[0].single.article.code);
  await terminal.see(BROKEN);
  await terminal.offline(false);
  await expect.poll(() => reports(server)).not.toEqual([]);
  await terminal.tap("Reload");
  await terminal.seesNot(BROKEN);
});

/** Expression: an error that nothing catches. The browser tells little of errors in scripts of the test itself. */
const uncaught = (error: string) =>
  `window.dispatchEvent(new ErrorEvent('error', { error: new ${error}, message: 'Uncaught' }))`;
const unhandled = (error: string) =>
  `window.dispatchEvent(new PromiseRejectionEvent('unhandledrejection', { promise: Promise.resolve(), reason: new ${error} }))`;

test.each(OLDEST)(
  "errors before the login and offline wait in the browser, also over a restart, and are reported later, in %s",
  async (browser) => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    // One that is being sent when the page is left may be lost.
    await terminal.beforeLoad(NO_REPORTS);
    await terminal.open(`${server.url}/`);
    await terminal.see("Welcome");
    await terminal.offline(true);
    await terminal.evaluate("fetch('/api/version').catch(() => undefined)");
    await terminal.evaluate(uncaught(`RangeError('out of "Novák"')`));
    await terminal.evaluate(unhandled("TypeError('no list')"));
    const other = await terminal.newTab();
    await other.beforeLoad(QUICK_REPORTS);
    await terminal.open("about:blank");
    await other.open(`${server.url}/#/pair/ABCD-1234`);
    await expect
      .poll(async () => (await messages(server)).toSorted())
      .toEqual(['RangeError: out of "…"', "TypeError: no list"]);
    await expect.poll(() => other.evaluate(QUEUE)).toEqual([]);
  },
);

test.each(OLDEST)("a loop of errors is few reports with a count, in %s", async (browser) => {
  const server = await startServer();
  const terminal = await openTerminal({ browser });
  await terminal.beforeLoad(QUICK_REPORTS);
  await terminal.open(`${server.url}/`);
  await terminal.see("Welcome");
  await terminal.evaluate(`void (() => { for (let i = 0; i < 2000; i++) ${uncaught("Error('again')")}; })()`);
  const total = async () =>
    (await reports(server)).reduce((sum: number, { count }: { count: number }) => sum + count, 0);
  await expect.poll(total).toBe(2000);
  expect(await reports(server)).toHaveLength(1);
  await terminal.evaluate(
    `void (() => { for (let i = 0; i < 2000; i++) ${uncaught("Error('number ' + i)")}; })()`,
  );
  await expect.poll(async () => Number(await terminal.evaluate(`${QUEUE}.length`))).toBeLessThanOrEqual(20);
  // The queue is empty before the others of the first second are in it, too.
  await expect.poll(async () => (await reports(server)).length).toBeGreaterThanOrEqual(20);
  await terminal.until(`${QUEUE}.length === 0`);
  expect((await reports(server)).length).toBeLessThan(MAX_CLIENT_ERRORS_PER_HOUR);
});

test.each(OLDEST)(
  "what the program expects, and noise of browsers, is not reported, in %s",
  async (browser) => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    await terminal.open(`${server.url}/`);
    await terminal.see("Welcome");
    for (const one of [
      unhandled("DOMException('left', 'AbortError')"),
      uncaught("Error('ResizeObserver loop limit exceeded')"),
    ])
      await terminal.evaluate(one);
    await terminal.evaluate(uncaught("Error('after them')"));
    // The oldest is sent first, the next one much later.
    await expect.poll(() => messages(server)).toEqual(["Error: after them"]);
  },
);

test.each(OLDEST)("a program that does not start says so, and the server is told, in %s", async (browser) => {
  const server = await startServer();
  const terminal = await openTerminal({ browser, allowErrors: true });
  await terminal.beforeLoad("window.BroadcastChannel = {}");
  await terminal.open(`${server.url}/`);
  await terminal.see("tallybox could not start");
  await expect.poll(() => terminal.axe()).toEqual([]);
  await expect
    .poll(() => reports(server))
    .toMatchObject([
      {
        app: "terminal",
        version: "unknown",
        screen: null,
        message: expect.stringContaining("BroadcastChannel"),
      },
    ]);
});
