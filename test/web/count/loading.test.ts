import { describe, expect, test } from "vitest";
import { startServer } from "../../harness/server.ts";
import { type BROWSERS, OLDEST, openTerminal } from "../../harness/terminal.ts";
import { logInTerminal } from "../access/log-in.ts";
import { holdRequests } from "../held-requests.ts";
import { startCount, waitForArticles } from "./count-page.ts";
import { createStocktake } from "./stocktake.ts";

test.each(OLDEST)(
  "in %s nothing says that there is no stocktake before the server has been asked",
  async (browser) => {
    const server = await startServer();
    const stocktake = await createStocktake(server);
    const terminal = await openTerminal({ browser });
    await terminal.beforeLoad(holdRequests(/\/api\/inventories/, "GET"));
    await logInTerminal(terminal, server, "user");
    await terminal.open(`${server.url}/#/count`);
    await terminal.see("Loading…");
    await terminal.evaluate("void window.release()");
    await terminal.see(stocktake.name);
  },
);

/** Script: the server has no stocktake. */
const NO_STOCKTAKES = `{
  const send = window.fetch;
  window.fetch = (path, init) => /\\/api\\/inventories$/.test(String(path))
    ? Promise.resolve(new Response("[]", { headers: { "Content-Type": "application/json" } }))
    : send(path, init);
}`;

test.each(OLDEST)("in %s a second tab says too that there is no stocktake", async (browser) => {
  const server = await startServer();
  const terminal = await openTerminal({ browser });
  await terminal.beforeLoad(NO_STOCKTAKES);
  await logInTerminal(terminal, server, "user");
  await terminal.open(`${server.url}/#/count`);
  await terminal.see("No stocktake to count now");
  const other = await terminal.newTab();
  await other.beforeLoad(NO_STOCKTAKES);
  await other.open(`${server.url}/#/count`);
  await other.see("No stocktake to count now");
});

/** Opens a terminal on which the stocktake's items do not arrive until `release()`. */
async function openWithHeldItems(browser: (typeof BROWSERS)[number]) {
  const server = await startServer();
  const stocktake = await createStocktake(server);
  const terminal = await openTerminal({ browser });
  await terminal.beforeLoad(holdRequests(/\/api\/inventories\/\d+\/items\?since=/));
  await logInTerminal(terminal, server, "user");
  await waitForArticles(terminal);
  await terminal.see(stocktake.name);
  const go = (rest: string) => terminal.open(`${server.url}/#/count/${stocktake.oid}${rest}`);
  const waitForPlace = (oid: number) => terminal.until(`location.hash === "#/count/${stocktake.oid}/${oid}"`);
  const release = () => terminal.evaluate("void window.release()");
  return { server, stocktake, terminal, go, waitForPlace, release };
}

describe.each(OLDEST)("a label scanned while the stocktake is loading in %s", (browser) => {
  test("on the list of locations it is remembered, and its location opens when loading ends", async () => {
    const { stocktake, terminal, go, waitForPlace, release } = await openWithHeldItems(browser);
    const [room] = stocktake.rooms;
    await go("");
    await terminal.see("Progress");
    await terminal.scan(room.code);
    await terminal.see(`${room.name} opens when loading is done.`);
    await terminal.seesNot("is not counted in this stocktake");
    await terminal.scan(room.single.article.code);
    await terminal.see(`NOT counted: ${room.single.article.code}. The stocktake is still loading.`);
    await release();
    await waitForPlace(room.oid);
    await terminal.see(/[\d]+\/[1-9]/);
    // A scan that was reported as not counted is not counted later either.
    expect((await stocktake.readItem(room.single.article.code)).inventoryQuantity).toBe(null);
  });

  test("in the list of stocktakes its location opens when loading ends, and the scans after it are answered at once", async () => {
    const { stocktake, terminal, waitForPlace, release } = await openWithHeldItems(browser);
    const [room] = stocktake.rooms;
    const { code } = room.single.article;
    await terminal.scan(room.code);
    await terminal.scan(code);
    await terminal.see(`NOT counted: ${code}. Choose the stocktake and the location first.`);
    await terminal.see(`${room.code} opens when loading is done.`);
    await release();
    await waitForPlace(room.oid);
    await terminal.see(/[\d]+\/[1-9]/);
    expect((await stocktake.readItem(code)).inventoryQuantity).toBe(null);
  });

  test("in the list of stocktakes its location does not open when another screen was opened meanwhile", async () => {
    const { server, stocktake, terminal, release } = await openWithHeldItems(browser);
    const [room] = stocktake.rooms;
    await terminal.scan(room.code);
    await terminal.open(`${server.url}/#/find`);
    await terminal.until("document.querySelector('h1').innerText === 'Find'");
    await release();
    await terminal.scan("A000015");
    await terminal.until("location.hash === '#/article/15'");
  });

  test("on a counting screen it is remembered, and its location opens when loading ends", async () => {
    const { stocktake, terminal, go, waitForPlace, release } = await openWithHeldItems(browser);
    const [first, second] = stocktake.rooms;
    await go(`/${first.oid}`);
    await terminal.see("Ready to scan");
    await terminal.scan(first.single.article.code);
    await terminal.see("NOT counted: this stocktake is not on the device yet.");
    await terminal.scan(second.code);
    await terminal.see(`Opens when loading is done ${second.name}`);
    // A later scan does not replace the remembered label.
    await terminal.scan(second.single.article.code);
    await terminal.see("NOT counted: this stocktake is not on the device yet.");
    await release();
    await waitForPlace(second.oid);
    await terminal.see(`Now counting at ${second.name}`);
    await terminal.scan(second.single.article.code);
    await terminal.see("1 of 1");
  });

  test("in the list of stocktakes it is remembered until the locations are loaded", async () => {
    const server = await startServer();
    const stocktake = await createStocktake(server);
    const terminal = await openTerminal({ browser });
    await terminal.beforeLoad(holdRequests(/\/api\/locations/));
    await logInTerminal(terminal, server, "user");
    await terminal.see(stocktake.name);
    const [room] = stocktake.rooms;
    await terminal.scan(room.code);
    await terminal.see(`NOT counted: ${room.code}. Locations are still loading.`);
    await terminal.scan("NOBODY-5");
    await terminal.see("NOT counted: NOBODY-5. Locations are still loading.");
    await terminal.evaluate("void window.release()");
    await terminal.until(`location.hash === "#/count/${stocktake.oid}/${room.oid}"`);
  });
});

/** Script: reads of articles get no answer until `release()`, as on a phone whose storage is busy. */
const HOLD_ARTICLES = `(() => {
  const { get } = IDBObjectStore.prototype;
  let released;
  const isReleased = new Promise((resolve) => { released = resolve; });
  window.release = released;
  IDBObjectStore.prototype.get = function (key) {
    const request = get.call(this, key);
    if (this.name !== "articles") return request;
    const add = request.addEventListener.bind(request);
    request.addEventListener = (type, listener) => add(type, (event) => isReleased.then(() => listener(event)));
    return request;
  };
})()`;

test.each(OLDEST)("in %s the top bar says how many scans wait", async (browser) => {
  const { terminal, stocktake } = await startCount({ browser });
  await terminal.evaluate(HOLD_ARTICLES);
  await terminal.scan(stocktake.rooms[0].single.article.code);
  for (let n = 1; n <= 6; n++) await terminal.scan(`WAIT-${n}`);
  await expect.poll(() => terminal.textOf(".top-bar [role=status]")).toBe("6 scans waiting");
  await terminal.screenshot("notice-waiting");
  await terminal.evaluate("void window.release()");
  await terminal.seesNot("scans waiting");
});

/** Script: the server answers requests for the items of a stocktake with 500 until `window.isMended`. */
const BREAK_ITEMS = `{
  const send = window.fetch;
  window.fetch = (path, init) => /\\/items\\?since=/.test(String(path)) && !window.isMended
    ? Promise.resolve(new Response('{"message":"The items are broken."}', { status: 500, headers: { "Content-Type": "application/json" } }))
    : send(path, init);
}`;

describe.each(OLDEST)("a stocktake whose items could not be loaded in %s", (browser) => {
  test.each([
    ["the list of locations", "", "Location: name or code"],
    ["the counting screen", "/ROOM", /Multiply 0\/[1-9]/],
  ] as const)("is loaded by Try again on %s", async (_, rest, loaded) => {
    const server = await startServer();
    const stocktake = await createStocktake(server);
    const [room] = stocktake.rooms;
    const terminal = await openTerminal({ browser, allowErrors: true });
    await terminal.beforeLoad(BREAK_ITEMS);
    await logInTerminal(terminal, server, "user");
    await waitForArticles(terminal);
    await terminal.see(stocktake.name);
    await terminal.open(`${server.url}/#/count/${stocktake.oid}${rest.replace("ROOM", String(room.oid))}`);
    await terminal.see("The items are broken.");
    await terminal.evaluate("void (window.isMended = true)");
    await terminal.tap("Try again");
    await terminal.see(loaded);
    await terminal.seesNot("The items are broken.");
  });
});

test.each([
  ["locations", /\/api\/locations/, "Loading locations"],
  ["articles", /\/api\/articles\/changes/, "Loading articles"],
] as const)("after the login the load of %s is shown from its start", async (_, paths, text) => {
  const server = await startServer();
  const terminal = await openTerminal({ browser: "chromium77" });
  await terminal.beforeLoad(holdRequests(paths));
  await logInTerminal(terminal, server, "user");
  await terminal.see(text);
  await expect.poll(() => terminal.count("main progress")).toBe(1);
  await terminal.evaluate("void window.release()");
  await waitForArticles(terminal);
  await terminal.seesNot(text);
});
