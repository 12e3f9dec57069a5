import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { startCount } from "../count/together.ts";
import { person } from "./together.ts";

const user = person("user");
const manager = person("manager");

/** How many operations the terminal keeps. */
const KEPT_OPERATIONS = `new Promise((resolve) => {
  const opening = indexedDB.open("tallybox");
  opening.onsuccess = () => {
    const request = opening.result.transaction("outbox").objectStore("outbox").count();
    request.onsuccess = () => { opening.result.close(); resolve(request.result); };
  };
})`;

/** What is kept is read half a second late, as on a phone that has just woken. */
const SLOW_READING = `{
  const get = IDBObjectStore.prototype.get;
  IDBObjectStore.prototype.get = function (key) {
    const request = get.call(this, key);
    if (key !== "touchedAt") return request;
    const add = request.addEventListener.bind(request);
    request.addEventListener = (type, listener) => add(type, (event) => setTimeout(() => listener(event), 500));
    return request;
  };
}`;

const TOUCHED_ELSEWHERE = `new Promise((resolve) => {
  const opening = indexedDB.open("tallybox");
  opening.onsuccess = () => {
    const transaction = opening.result.transaction("values", "readwrite");
    transaction.objectStore("values").put(Date.now(), "touchedAt");
    transaction.oncomplete = () => { opening.result.close(); resolve(); };
  };
})`;

describe.each(OLDEST)("while the door covers a count, in %s", (browser) => {
  test("nothing is counted in the name of who was in, with the box and without it, and it is said", async () => {
    const { terminal, stocktake } = await startCount({ browser });
    const { code } = stocktake.rooms[0].single.article;
    const scan = async () => {
      await terminal.scan(code);
      await terminal.see(`NOT counted: ${code}`);
      await terminal.tap("OK");
    };
    await terminal.tap(user.fullName);
    await terminal.see("Who's counting?");
    await scan();
    await terminal.offline(true);
    await terminal.tap(manager.fullName);
    await terminal.see("can't be checked. Wait for the connection");
    await scan();
    await terminal.offline(false);
    expect(await terminal.evaluate(KEPT_OPERATIONS)).toBe(0);
  });

  test("a scan that comes as the terminal wakes and locks counts for nobody", async () => {
    const { terminal, stocktake } = await startCount({ browser, withClock: true });
    const { code } = stocktake.rooms[0].single.article;
    await terminal.evaluate(SLOW_READING);
    await terminal.evaluate("void (window.ahead += 16 * 60000)");
    await terminal.evaluate("void window.dispatchEvent(new Event('focus'))");
    await terminal.scan(code);
    await terminal.see(`NOT counted: ${code}`);
    await terminal.see("Locked");
    // It stays locked when what is kept has been read: the scan was no touch.
    await terminal.evaluate("new Promise((done) => setTimeout(done, 1000))");
    await terminal.see("Locked");
    await terminal.see(`NOT counted: ${code}`);
    expect(await terminal.evaluate(KEPT_OPERATIONS)).toBe(0);
  });

  test("another tab that is in use keeps the terminal open", async () => {
    const { terminal } = await startCount({ browser, withClock: true });
    await terminal.evaluate("void (window.ahead += 16 * 60000)");
    await terminal.evaluate(TOUCHED_ELSEWHERE);
    await terminal.evaluate("void window.dispatchEvent(new Event('focus'))");
    await terminal.evaluate("new Promise((done) => setTimeout(done, 300))");
    expect(await terminal.evaluate("document.querySelector('.count-page').offsetParent !== null")).toBe(true);
  });
});
