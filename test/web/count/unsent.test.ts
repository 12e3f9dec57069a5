import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { TUNES } from "../../../src/web/feedback/tunes.ts";
import { OLDEST } from "../../harness/handheld.ts";
import { aPhoto } from "../beyond/a-photo.ts";
import { allSent, atPlace } from "./together.ts";

/** As if the place of all that waits had been deleted meanwhile. */
const AT_NO_PLACE = `new Promise((resolve, reject) => {
  const opening = indexedDB.open("tallybox");
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const transaction = opening.result.transaction("outbox", "readwrite");
    const outbox = transaction.objectStore("outbox");
    outbox.getAll().onsuccess = ({ target }) => {
      for (const entry of target.result)
        outbox.put({ ...entry, operation: { ...entry.operation, locationId: 999999 } });
    };
    transaction.oncomplete = () => { opening.result.close(); resolve(); };
    transaction.onerror = () => reject(transaction.error);
  };
})`;

/** Of the photo that waits, in pixels. */
const LONGEST_SIDE = `new Promise((resolve, reject) => {
  const opening = indexedDB.open("tallybox");
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const asked = opening.result.transaction("errands").objectStore("errands").getAll();
    asked.onerror = () => reject(asked.error);
    asked.onsuccess = () => { opening.result.close(); resolve(asked.result[0].task.file); };
  };
}).then(createImageBitmap).then(({ width, height }) => Math.max(width, height))`;

/** What is said of sending in the very moment in which something is first shown as counted. */
const NOTES_FIRST = `void new MutationObserver(() => {
  const said = (css) => (document.querySelector(css) || { textContent: "" }).textContent;
  if (window.saidFirst === undefined && /Counted/.test(said(".verdict")))
    window.saidFirst = said(".top-bar [role=status]");
}).observe(document.body, { childList: true, subtree: true, characterData: true })`;

/** Writes down each shake. */
const FEEL = `{
  window.shakes = [];
  navigator.vibrate = (pattern) => { window.shakes.push(pattern.join(" ")); return true; };
}`;

const LATE = "Too late: NOT counted";

const BOTTOM_BUTTONS = `[...document.querySelectorAll(".deeds button, .page-title button")].map((one) => one.getBoundingClientRect().top)`;

/** Taps a tab over the list at the moment when the banner shifts it. */
const TAP_UNDER_BANNER = `
window.wasTapTaken = null;
new MutationObserver(() => {
  if (wasTapTaken !== null || document.querySelector(".late-banner") === null) return;
  const tab = document.querySelector(".toggle button:last-child");
  wasTapTaken = tab.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
}).observe(document.body, { childList: true, subtree: true });
`;

describe.each(OLDEST)("what is not sent in %s", (browser) => {
  test("does not move an answer under the finger when it has been sent", async () => {
    const { handheld, stocktake, go } = await atPlace({ browser });
    const [here, there] = stocktake.rooms;
    await handheld.scan(here.single.article.code);
    await handheld.see("1 of 1");
    await allSent(handheld);
    await go(`/${there.oid}`);
    await handheld.until(`document.querySelector(".verdict.is-counted") === null`);
    await handheld.scan(here.single.article.code);
    await handheld.see("NOT counted: answer");
    await handheld.offline(true);
    await handheld.scan(there.single.article.code);
    await handheld.see("1 needs your answer · 1 not sent yet, no connection");
    await handheld.tap(/needs your answer/);
    await handheld.see("1 count to send");
    await handheld.see("Moved here");
    const top = `document.querySelector(".ways button").getBoundingClientRect().top`;
    const before = await handheld.evaluate(top);
    await handheld.offline(false);
    await handheld.seesNot("1 count to send");
    expect(await handheld.evaluate(top)).toBe(before);
  });

  test("is told by number, kept while the box is away, and sent by a tap", async () => {
    const { handheld, stocktake, box } = await atPlace({ browser, serviceWorker: true });
    const { single } = stocktake.rooms[0];
    await handheld.until("navigator.serviceWorker.ready.then(() => true)");
    await handheld.offline(true);
    await handheld.evaluate(NOTES_FIRST);
    await handheld.scan(single.article.code);
    await handheld.until("window.saidFirst !== undefined");
    expect(await handheld.evaluate("window.saidFirst")).toMatch(/^1 not sent yet/);
    await handheld.scan("NOBODY-6");
    await handheld.see("What is it?");
    await handheld.choose(".verdict .pick-file input", await aPhoto());
    await handheld.see("Photo saved");
    expect(await handheld.evaluate(LONGEST_SIDE)).toBe(2048);
    await handheld.see("3 not sent yet, no connection");
    const isCut =
      "(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => scrollWidth > clientWidth || scrollHeight > clientHeight + 1)";
    expect(await handheld.evaluate(`${isCut}(document.querySelector('.top-bar [role=status]'))`)).toBe(false);
    await handheld.tap(/^3 not sent yet/);
    await handheld.see(/2 counts to send · Spring/);
    await handheld.see("Photo of NOBODY-6");
    await handheld.reload();
    await handheld.see(/2 counts to send · Spring/);
    await handheld.offline(false);
    await handheld.tap("Send now");
    await handheld.see(/Unknown code: .*NOBODY-6|NOBODY-6.*Unknown code:/);
    await allSent(handheld);
    expect((await stocktake.told(single.article.code)).inventoryQuantity).toBe(1);
    // What has gone makes the rest move up.
    await handheld.see("Nothing to send.");
    await handheld.tap("Discard");
    await handheld.seesNot("Unknown code:");
    await allSent(handheld);
    const { body } = await (await box.as("manager")).get(
      `/api/inventories/${stocktake.oid}/progress?details=true`,
    );
    expect(body.unknown).toBe(0);
  });

  test("and came too late is unmistakable until somebody dismisses it: red, across the screen, no longer counted", async () => {
    const { handheld, stocktake, box } = await atPlace({ browser });
    const { single } = stocktake.rooms[0];
    await handheld.offline(true);
    await handheld.scan(single.article.code);
    await handheld.see("1 of 1");
    await (await box.as("manager")).put(`/api/inventories/${stocktake.oid}/finish`);
    const bottom = await handheld.evaluate(BOTTOM_BUTTONS);
    await handheld.evaluate(TAP_UNDER_BANNER);
    await handheld.evaluate(FEEL);
    await handheld.offline(false);
    await handheld.see("1 count is NOT in the stocktake.");
    // Whoever walks with the terminal at the belt hears and feels it.
    await handheld.until("window.shakes.length > 0");
    expect(await handheld.evaluate("window.shakes")).toEqual([TUNES.failed.vibration.join(" ")]);
    // The bottom buttons stay, and a tap under way on what the banner has shifted does nothing.
    expect(await handheld.evaluate(BOTTOM_BUTTONS)).toEqual(bottom);
    await handheld.until("wasTapTaken !== null");
    expect(await handheld.evaluate("wasTapTaken")).toBe(false);
    await handheld.until("document.querySelector('.verdict').className.includes('is-failed')");
    await handheld.see(LATE);
    await handheld.tap(/^1 count is NOT in the stocktake/);
    await handheld.see("reopen the stocktake to count them");
    await handheld.see(single.article.name);
    await handheld.tap("Dismiss all");
    await handheld.seesNot(LATE);
    await handheld.open(`${box.url}/#/count`);
    await handheld.see("Stocktakes");
    await handheld.seesNot("NOT in the stocktake");
  });

  test("and is refused stands there in the box's words, to be sent again or given up", async () => {
    const { handheld, stocktake } = await atPlace({ browser });
    const { code } = stocktake.rooms[0].single.article;
    await handheld.offline(true);
    await handheld.scan(code);
    await handheld.see("1 not sent yet, no connection");
    await handheld.evaluate(AT_NO_PLACE);
    await handheld.offline(false);
    await handheld.tap(/^1 not sent yet/);
    await handheld.see(/Rejected by the server: .*location/);
    await handheld.offline(true);
    await handheld.tap("Send again");
    await handheld.seesNot("Rejected by the server");
    await handheld.see(/1 count to send · Spring/);
    await handheld.offline(false);
    await handheld.see(/Rejected by the server: .*location/);
    await handheld.tap("Discard");
    await handheld.tap({ css: ".note input" });
    await handheld.insert("counted by hand");
    await handheld.tap({ css: ".note button.danger" });
    await handheld.seesNot("Rejected by the server");
    await allSent(handheld);
    expect((await stocktake.told(code)).inventoryQuantity).toBe(null);
  });

  test("goes to the box as a file that an administrator takes in elsewhere", async () => {
    const { handheld, stocktake, box } = await atPlace({ browser, userName: "admin" });
    const { single } = stocktake.rooms[0];
    await handheld.offline(true);
    await handheld.scan(single.article.code);
    await handheld.see("1 of 1");
    await handheld.evaluate(
      "void (window.saved = [], URL.createObjectURL = (file) => (window.saved.push(file), 'blob:none'), HTMLAnchorElement.prototype.click = () => undefined)",
    );
    await handheld.evaluate("void (location.hash = '#/unsent')");
    await handheld.see("1 count to send");
    await handheld.evaluate("document.querySelector('summary').scrollIntoView({ block: 'center' })");
    await handheld.tap(/^Save to a file without a connection/);
    await handheld.evaluate("document.querySelector('details .stack').scrollIntoView({ block: 'center' })");
    await handheld.tap("Save unsent counts to a file");
    await handheld.see("1 file saved");
    const text = await handheld.evaluate("new Response(window.saved[0]).text()");
    const { inventoryId, operations } = JSON.parse(String(text));
    expect(inventoryId).toBe(stocktake.oid);
    const admin = await box.as("admin");
    const { body } = await admin.post(`/api/inventories/${inventoryId}/counts`, { operations });
    expect(body.receipts).toMatchObject([{ result: "applied" }]);
    expect((await stocktake.told(single.article.code)).inventoryQuantity).toBe(1);
    await handheld.offline(false);
    await allSent(handheld);
    const folder = await mkdtemp(join(tmpdir(), "tallybox-export-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const files = [join(folder, "counts.json"), join(folder, "other.json")] as const;
    await writeFile(files[0], String(text));
    await writeFile(files[1], "{}");
    await handheld.choose("details .pick-file input", files[0]);
    await handheld.see("Loaded: 1. Rejected: 0.");
    await handheld.choose("details .pick-file input", files[1]);
    await handheld.see("This file has no unsent counts.");
  });
});
