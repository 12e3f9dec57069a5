import { describe, expect, test } from "vitest";
import { OLDEST, type Terminal } from "../../harness/terminal.ts";
import { startCount } from "../count/count-page.ts";
import { inStore, storeExpression } from "../stored-records.ts";
import { IS_LOCK_STORED } from "./browser-storage.ts";
import { person, typePin } from "./log-in.ts";

const user = person("user");
const manager = person("manager");
const IDLE_MS = 16 * 60_000;

/** An expression: how many count operations the terminal has stored. */
const STORED_OPERATIONS = inStore("outbox", "store.count()");

/** Holds each read of the last touch until `window.releases` are called, as on a phone whose storage is slow after a sleep. */
const HOLD_READS = `{
  const get = IDBObjectStore.prototype.get;
  window.releases = [];
  IDBObjectStore.prototype.get = function (key) {
    const request = get.call(this, key);
    if (key !== "touchedAt") return request;
    const add = request.addEventListener.bind(request);
    request.addEventListener = (type, listener) => add(type, (event) => window.releases.push(() => listener(event)));
    return request;
  };
}`;

const NOT_COUNTED = "NOT counted. This screen does not accept scans.";

/** Advances the page's clock beyond the time of the lock and wakes the page. The read of the last touch is held. */
async function wakeIdle(terminal: Terminal): Promise<void> {
  await terminal.evaluate(`void (window.ahead += ${IDLE_MS})`);
  await terminal.evaluate("void window.dispatchEvent(new Event('focus'))");
}

async function releaseReads(terminal: Terminal): Promise<void> {
  await terminal.until("window.releases.length > 0");
  await terminal.evaluate("void window.releases.splice(0).forEach((release) => release())");
}

describe.each(OLDEST)("while the login screen covers a count, in %s", (browser) => {
  test("a scan is not counted for the user who was logged in, with or without the server, and the terminal shows it", async () => {
    const { terminal, stocktake } = await startCount({ browser });
    const { code } = stocktake.rooms[0].single.article;
    const scan = async () => {
      await terminal.scan(code);
      await terminal.see(NOT_COUNTED);
      await terminal.tap("OK");
      await terminal.seesNot(NOT_COUNTED);
    };
    await terminal.tap(user.fullName);
    await terminal.see("Who's counting?");
    await scan();
    await terminal.offline(true);
    await terminal.tap(manager.fullName);
    await terminal.see("can't be checked. Wait for the connection");
    await scan();
    await terminal.offline(false);
    await expect.poll(() => terminal.evaluate(STORED_OPERATIONS)).toBe(0);
  });

  test("keys and Enter do not reach the number pad below, and a badge of digits that comes slowly reaches the kiosk", async () => {
    const at = await startCount({ browser, userName: "manager" });
    const { server, terminal, stocktake } = at;
    const { several } = stocktake.rooms[0];
    await server.admin.put("/api/users/3", { badgeCode: "4711" });
    await terminal.goTo("/kiosk");
    await terminal.tap("Start and lock the terminal");
    await terminal.see("Scan your badge");
    await terminal.tap("Log in");
    await terminal.tap(new RegExp(`^${manager.fullName}`));
    await typePin(terminal, manager.pin);
    await terminal.see("It is on");
    await at.go(`/${stocktake.rooms[0].oid}/item/${several.article.oid}/a${several.article.oid}`);
    await terminal.until("document.querySelector('.number-pad') !== null");

    await terminal.tap(manager.fullName);
    await terminal.see("Scan your badge");
    await terminal.type("11", { everyMs: 120 });
    await terminal.press("Enter");
    await terminal.see("“11” is no badge.");
    await terminal.press("Enter");
    await terminal.scan("4711", { everyMs: 60 });
    await terminal.see("Uma Svoboda: scan an article");
    await terminal.tap("Done");
    await terminal.tap("Log in");
    await terminal.tap(`Continue as ${manager.fullName}`);
    await terminal.until("document.querySelector('.number-pad').offsetParent !== null");
    await expect.poll(() => terminal.textOf("output")).toBe("–");
    await terminal.type("3", { everyMs: 120 });
    await terminal.press("Enter");
    await expect.poll(async () => (await stocktake.readItem(several.article.code)).inventoryQuantity).toBe(3);
    await expect.poll(() => terminal.evaluate(STORED_OPERATIONS)).toBe(1);
  });

  test("another tab in use uncovers it; a scan while the terminal wakes and locks is not counted and is no touch", async () => {
    const { terminal, stocktake } = await startCount({ browser, withClock: true });
    const { code } = stocktake.rooms[0].single.article;
    await terminal.evaluate(HOLD_READS);
    const touchedAt = await terminal.evaluate(`Date.now() + ${IDLE_MS}`);
    await terminal.evaluate(storeExpression({ touchedAt }));
    await wakeIdle(terminal);
    await terminal.see("Locked");
    await releaseReads(terminal);
    await terminal.seesNot("Locked");
    await expect
      .poll(() => terminal.evaluate("document.querySelector('.count-page').offsetParent !== null"))
      .toBe(true);
    await expect.poll(() => terminal.evaluate(IS_LOCK_STORED)).toBe(false);

    await wakeIdle(terminal);
    await terminal.scan(code);
    await terminal.see(NOT_COUNTED);
    await terminal.see("Locked");
    await releaseReads(terminal);
    // The lock is stored once the terminal has decided that nobody touched it.
    await terminal.until(IS_LOCK_STORED);
    await terminal.see("Locked");
    await terminal.see(NOT_COUNTED);
    await expect.poll(() => terminal.evaluate(STORED_OPERATIONS)).toBe(0);
  });
});
