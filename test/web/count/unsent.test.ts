import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { TUNES } from "../../../src/web/feedback/tunes.ts";
import { OLDEST } from "../../harness/terminal.ts";
import { aPhoto } from "../beyond/a-photo.ts";
import { allSent, startCount } from "./together.ts";

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
    const { terminal, stocktake, go } = await startCount({ browser });
    const [here, there] = stocktake.rooms;
    await terminal.scan(here.single.article.code);
    await terminal.see("1 of 1");
    await allSent(terminal);
    await go(`/${there.oid}`);
    await terminal.until(`document.querySelector(".verdict.is-counted") === null`);
    await terminal.scan(here.single.article.code);
    await terminal.see("NOT counted: answer");
    await terminal.offline(true);
    await terminal.scan(there.single.article.code);
    await terminal.see("1 needs your answer · 1 not sent yet, no connection");
    await terminal.tap(/needs your answer/);
    await terminal.see("1 count to send");
    await terminal.see("Moved here");
    const top = `document.querySelector(".ways button").getBoundingClientRect().top`;
    const before = await terminal.evaluate(top);
    await terminal.offline(false);
    await terminal.seesNot("1 count to send");
    expect(await terminal.evaluate(top)).toBe(before);
  });

  test("is told by number, kept while the box is away, and sent by a tap", async () => {
    const { terminal, stocktake, server } = await startCount({ browser, serviceWorker: true });
    const { single } = stocktake.rooms[0];
    await terminal.until("navigator.serviceWorker.ready.then(() => true)");
    await terminal.offline(true);
    await terminal.evaluate(NOTES_FIRST);
    await terminal.scan(single.article.code);
    await terminal.until("window.saidFirst !== undefined");
    expect(await terminal.evaluate("window.saidFirst")).toMatch(/^1 not sent yet/);
    await terminal.scan("NOBODY-6");
    await terminal.see("What is it?");
    await terminal.choose(".verdict .pick-file input", await aPhoto());
    await terminal.see("Photo saved");
    expect(await terminal.evaluate(LONGEST_SIDE)).toBe(2048);
    await terminal.see("3 not sent yet, no connection");
    const isCut =
      "(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => scrollWidth > clientWidth || scrollHeight > clientHeight + 1)";
    expect(await terminal.evaluate(`${isCut}(document.querySelector('.top-bar [role=status]'))`)).toBe(false);
    await terminal.tap(/^3 not sent yet/);
    await terminal.see(/2 counts to send · Spring/);
    await terminal.see("Photo of NOBODY-6");
    await terminal.reload();
    await terminal.see(/2 counts to send · Spring/);
    await terminal.offline(false);
    await terminal.tap("Send now");
    await terminal.see(/Unknown code: .*NOBODY-6|NOBODY-6.*Unknown code:/);
    await allSent(terminal);
    expect((await stocktake.told(single.article.code)).inventoryQuantity).toBe(1);
    // What has gone makes the rest move up.
    await terminal.see("Nothing to send.");
    await terminal.tap("Discard");
    await terminal.seesNot("Unknown code:");
    await allSent(terminal);
    const { body } = await (await server.as("manager")).get(
      `/api/inventories/${stocktake.oid}/progress?details=true`,
    );
    expect(body.unknown).toBe(0);
  });

  test("and came too late is unmistakable until somebody dismisses it: red, across the screen, no longer counted", async () => {
    const { terminal, stocktake, server } = await startCount({ browser });
    const { single } = stocktake.rooms[0];
    await terminal.offline(true);
    await terminal.scan(single.article.code);
    await terminal.see("1 of 1");
    await (await server.as("manager")).put(`/api/inventories/${stocktake.oid}/finish`);
    const bottom = await terminal.evaluate(BOTTOM_BUTTONS);
    await terminal.evaluate(TAP_UNDER_BANNER);
    await terminal.evaluate(FEEL);
    await terminal.offline(false);
    await terminal.see("1 count is NOT in the stocktake.");
    // Whoever walks with the terminal at the belt hears and feels it.
    await terminal.until("window.shakes.length > 0");
    expect(await terminal.evaluate("window.shakes")).toEqual([TUNES.failed.vibration.join(" ")]);
    // The bottom buttons stay, and a tap under way on what the banner has shifted does nothing.
    expect(await terminal.evaluate(BOTTOM_BUTTONS)).toEqual(bottom);
    await terminal.until("wasTapTaken !== null");
    expect(await terminal.evaluate("wasTapTaken")).toBe(false);
    await terminal.until("document.querySelector('.verdict').className.includes('is-failed')");
    await terminal.see(LATE);
    await terminal.tap(/^1 count is NOT in the stocktake/);
    await terminal.see("reopen the stocktake to count them");
    await terminal.see(single.article.name);
    await terminal.tap("Dismiss all");
    await terminal.seesNot(LATE);
    await terminal.open(`${server.url}/#/count`);
    await terminal.see("Stocktakes");
    await terminal.seesNot("NOT in the stocktake");
  });

  test("and is refused stands there in the box's words, to be sent again or given up", async () => {
    const { terminal, stocktake } = await startCount({ browser });
    const { code } = stocktake.rooms[0].single.article;
    await terminal.offline(true);
    await terminal.scan(code);
    await terminal.see("1 not sent yet, no connection");
    await terminal.evaluate(AT_NO_PLACE);
    await terminal.offline(false);
    await terminal.tap(/^1 not sent yet/);
    await terminal.see(/Rejected by the server: .*location/);
    await terminal.offline(true);
    await terminal.tap("Send again");
    await terminal.seesNot("Rejected by the server");
    await terminal.see(/1 count to send · Spring/);
    await terminal.offline(false);
    await terminal.see(/Rejected by the server: .*location/);
    await terminal.tap("Discard");
    await terminal.tap({ css: ".note input" });
    await terminal.insert("counted by hand");
    await terminal.tap({ css: ".note button.danger" });
    await terminal.seesNot("Rejected by the server");
    await allSent(terminal);
    expect((await stocktake.told(code)).inventoryQuantity).toBe(null);
  });

  test("goes to the box as a file that an administrator takes in elsewhere", async () => {
    const { terminal, stocktake, server } = await startCount({ browser, userName: "admin" });
    const { single } = stocktake.rooms[0];
    await terminal.offline(true);
    await terminal.scan(single.article.code);
    await terminal.see("1 of 1");
    await terminal.evaluate(
      "void (window.saved = [], URL.createObjectURL = (file) => (window.saved.push(file), 'blob:none'), HTMLAnchorElement.prototype.click = () => undefined)",
    );
    await terminal.evaluate("void (location.hash = '#/unsent')");
    await terminal.see("1 count to send");
    await terminal.evaluate("document.querySelector('summary').scrollIntoView({ block: 'center' })");
    await terminal.tap(/^Save to a file without a connection/);
    await terminal.evaluate("document.querySelector('details .stack').scrollIntoView({ block: 'center' })");
    await terminal.tap("Save unsent counts to a file");
    await terminal.see("1 file saved");
    const text = await terminal.evaluate("new Response(window.saved[0]).text()");
    const { inventoryId, operations } = JSON.parse(String(text));
    expect(inventoryId).toBe(stocktake.oid);
    const admin = await server.as("admin");
    const { body } = await admin.post(`/api/inventories/${inventoryId}/counts`, { operations });
    expect(body.receipts).toMatchObject([{ result: "applied" }]);
    expect((await stocktake.told(single.article.code)).inventoryQuantity).toBe(1);
    await terminal.offline(false);
    await allSent(terminal);
    const folder = await mkdtemp(join(tmpdir(), "tallybox-export-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const files = [join(folder, "counts.json"), join(folder, "other.json")] as const;
    await writeFile(files[0], String(text));
    await writeFile(files[1], "{}");
    await terminal.choose("details .pick-file input", files[0]);
    await terminal.see("Loaded: 1. Rejected: 0.");
    await terminal.choose("details .pick-file input", files[1]);
    await terminal.see("This file has no unsent counts.");
  });
});
