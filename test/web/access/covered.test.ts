import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/handheld.ts";
import { atPlace } from "../count/together.ts";
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
    const { handheld, stocktake } = await atPlace({ browser });
    const { code } = stocktake.rooms[0].single.article;
    const scan = async () => {
      await handheld.scan(code);
      await handheld.see(`NOT counted: ${code}`);
      await handheld.tap("OK");
    };
    await handheld.tap(user.fullName);
    await handheld.see("Who's counting?");
    await scan();
    await handheld.offline(true);
    await handheld.tap(manager.fullName);
    await handheld.see("can't be checked. Wait for the connection");
    await scan();
    await handheld.offline(false);
    expect(await handheld.evaluate(KEPT_OPERATIONS)).toBe(0);
  });

  test("a scan that comes as the terminal wakes and locks counts for nobody", async () => {
    const { handheld, stocktake } = await atPlace({ browser, withClock: true });
    const { code } = stocktake.rooms[0].single.article;
    await handheld.evaluate(SLOW_READING);
    await handheld.evaluate("void (window.ahead += 16 * 60000)");
    await handheld.evaluate("void window.dispatchEvent(new Event('focus'))");
    await handheld.scan(code);
    await handheld.see(`NOT counted: ${code}`);
    await handheld.see("Locked");
    // It stays locked when what is kept has been read: the scan was no touch.
    await handheld.evaluate("new Promise((done) => setTimeout(done, 1000))");
    await handheld.see("Locked");
    await handheld.see(`NOT counted: ${code}`);
    expect(await handheld.evaluate(KEPT_OPERATIONS)).toBe(0);
  });

  test("another tab that is in use keeps the terminal open", async () => {
    const { handheld } = await atPlace({ browser, withClock: true });
    await handheld.evaluate("void (window.ahead += 16 * 60000)");
    await handheld.evaluate(TOUCHED_ELSEWHERE);
    await handheld.evaluate("void window.dispatchEvent(new Event('focus'))");
    await handheld.evaluate("new Promise((done) => setTimeout(done, 300))");
    expect(await handheld.evaluate("document.querySelector('.count-page').offsetParent !== null")).toBe(true);
  });
});
