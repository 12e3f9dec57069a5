import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { TUNES } from "../../../src/web/feedback/sounds.ts";
import { OLDEST, openTerminal } from "../../harness/terminal.ts";
import { person } from "../access/log-in.ts";
import { createPhotoFile } from "../beyond/photo-file.ts";
import { RECORD_VIBRATIONS } from "../feedback/record-vibrations.ts";
import { inStore, recordsOf } from "../stored-records.ts";
import { CATCH_FILES, startCount, waitUntilSent } from "./count-page.ts";

/** Script: gives all unsent counts a location that does not exist. */
const USE_MISSING_LOCATION = inStore(
  "outbox",
  `Object.assign(store.getAll(), { onsuccess: ({ target }) => {
    for (const entry of target.result)
      store.put({ ...entry, operation: { ...entry.operation, locationId: 999999 } });
  } })`,
  "readwrite",
);

/** Expression: the longest side of the unsent photo in pixels. */
const LONGEST_SIDE = `${recordsOf("errands")}.then(([{ task }]) => createImageBitmap(task.file))
  .then(({ width, height }) => Math.max(width, height))`;

/** Script: records the unsent counts of the top bar when the first scan result is shown. */
const RECORD_FIRST = `void new MutationObserver(() => {
  const textOf = (css) => (document.querySelector(css) || { textContent: "" }).textContent;
  if (window.firstStatus === undefined && /Counted/.test(textOf(".verdict")))
    window.firstStatus = textOf(".top-bar [role=status]");
}).observe(document.body, { childList: true, subtree: true, characterData: true })`;

const LATE = "Too late: NOT counted";

const BOTTOM_BUTTONS = `[...document.querySelectorAll(".actions button, .page-title button")].map((one) => one.getBoundingClientRect().top)`;

/** Script: taps a tab above the list at the moment when the banner shifts it. */
const TAP_UNDER_BANNER = `
window.wasTapTaken = null;
new MutationObserver(() => {
  if (wasTapTaken !== null || document.querySelector(".late-banner") === null) return;
  const tab = document.querySelector(".toggle button:last-child");
  wasTapTaken = tab.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
}).observe(document.body, { childList: true, subtree: true });
`;

describe.each(OLDEST)("unsent counts in %s", (browser) => {
  test("the answers of a question do not move when the last count is sent", async () => {
    const { terminal, stocktake, go } = await startCount({ browser });
    const [here, there] = stocktake.rooms;
    await terminal.scan(here.single.article.code);
    await terminal.see("1 of 1");
    await waitUntilSent(terminal);
    await go(`/${there.oid}`);
    await terminal.until(`document.querySelector(".verdict.is-counted") === null`);
    await terminal.scan(here.single.article.code);
    await terminal.see("NOT counted: answer");
    await terminal.offline(true);
    await terminal.scan(there.single.article.code);
    await terminal.see("1 needs your answer · 1 not sent yet");
    await terminal.tap(/needs your answer/);
    await terminal.see("1 count to send");
    await terminal.see("Moved here");
    const top = `document.querySelector(".action-grid button").getBoundingClientRect().top`;
    const before = await terminal.evaluate(top);
    await terminal.offline(false);
    await terminal.seesNot("1 count to send");
    await expect.poll(() => terminal.evaluate(top)).toBe(before);
  });

  test("their number is shown, they survive a reload offline, and Send now sends them", async () => {
    const { terminal, stocktake, server } = await startCount({ browser, serviceWorker: true });
    const { single } = stocktake.rooms[0];
    await terminal.until("navigator.serviceWorker.ready.then(() => true)");
    await terminal.offline(true);
    await terminal.evaluate(RECORD_FIRST);
    await terminal.scan(single.article.code);
    await terminal.until("window.firstStatus !== undefined");
    await expect.poll(() => terminal.evaluate("window.firstStatus")).toMatch(/^1 not sent yet/);
    await terminal.scan("NOBODY-6");
    await terminal.see("What is it?");
    await terminal.choose(".verdict [type='file']", await createPhotoFile());
    await terminal.see("Photo saved");
    await expect.poll(() => terminal.evaluate(LONGEST_SIDE)).toBe(2048);
    await terminal.see("3 not sent yet, no connection");
    const isCut =
      "(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => scrollWidth > clientWidth || scrollHeight > clientHeight + 1)";
    await expect
      .poll(() => terminal.evaluate(`${isCut}(document.querySelector('.top-bar [role=status]'))`))
      .toBe(false);
    await terminal.tap(/^3 not sent yet/);
    await terminal.see(/2 counts to send · Spring/);
    await terminal.see("Photo of NOBODY-6");
    await terminal.reload();
    await terminal.see(/2 counts to send · Spring/);
    await terminal.offline(false);
    await terminal.tap("Send now");
    await terminal.see(/Unknown code: .*NOBODY-6|NOBODY-6.*Unknown code:/);
    await waitUntilSent(terminal);
    expect((await stocktake.readItem(single.article.code)).inventoryQuantity).toBe(1);
    // The rest of the list moves up, and this message down.
    await terminal.see("Nothing to send.");
    await terminal.see("Sending finished.");
    await terminal.tap("Discard");
    await terminal.seesNot("Unknown code:");
    await waitUntilSent(terminal);
    const { body } = await (await server.as("manager")).get(
      `/api/inventories/${stocktake.oid}/progress?details=true`,
    );
    expect(body.unknown).toBe(0);
  });

  test("a late count is signalled, shown as not counted and listed in a banner until it is dismissed", async () => {
    const { terminal, stocktake, server } = await startCount({ browser });
    const { single } = stocktake.rooms[0];
    await terminal.offline(true);
    await terminal.scan(single.article.code);
    await terminal.see("1 of 1");
    await (await server.as("manager")).put(`/api/inventories/${stocktake.oid}/finish`);
    const bottom = await terminal.evaluate(BOTTOM_BUTTONS);
    await terminal.evaluate(TAP_UNDER_BANNER);
    await terminal.evaluate(RECORD_VIBRATIONS);
    await terminal.offline(false);
    await terminal.see("1 count is NOT in the stocktake.");
    // The device sounds and vibrates.
    await terminal.until("window.shakes.length > 0");
    await expect.poll(() => terminal.evaluate("window.shakes")).toEqual([TUNES.failed.vibration.join(" ")]);
    // The bottom buttons do not move, and a tap on a shifted element does nothing.
    await expect.poll(() => terminal.evaluate(BOTTOM_BUTTONS)).toEqual(bottom);
    await terminal.until("wasTapTaken !== null");
    await expect.poll(() => terminal.evaluate("wasTapTaken")).toBe(false);
    await terminal.until("document.querySelector('.verdict').className.includes('is-failed')");
    await terminal.see(LATE);
    await terminal.tap(/^1 count is NOT in the stocktake/);
    await terminal.see("reopen the stocktake to count them");
    await terminal.see(single.article.name);
    await terminal.tap("Dismiss all");
    await terminal.seesNot(LATE);
    await terminal.back();
    await terminal.see(LATE);
    await terminal.open(`${server.url}/#/count`);
    await terminal.see("Stocktakes");
    await terminal.seesNot("NOT in the stocktake");
  });

  test("a rejected count is listed with the server's message, and can be sent again or discarded", async () => {
    const { terminal, stocktake } = await startCount({ browser });
    const { code } = stocktake.rooms[0].single.article;
    await terminal.offline(true);
    await terminal.scan(code);
    await terminal.see("1 not sent yet, no connection");
    await terminal.evaluate(USE_MISSING_LOCATION);
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
    await terminal.tap({ css: ".cards li input" });
    await terminal.insert("counted by hand");
    await terminal.tap({ css: ".cards li .button_danger" });
    await terminal.seesNot("Rejected by the server");
    await waitUntilSent(terminal);
    expect((await stocktake.readItem(code)).inventoryQuantity).toBe(null);
  });

  test("they are saved to a file, which an Admin loads in the counter's name on a device that is not paired", async () => {
    const { terminal, stocktake, server } = await startCount({ browser });
    const { single } = stocktake.rooms[0];
    await terminal.offline(true);
    await terminal.scan(single.article.code);
    await terminal.see("1 of 1");
    await terminal.evaluate(CATCH_FILES);
    await terminal.evaluate("void (location.hash = '#/unsent')");
    await terminal.see("1 count to send");
    await terminal.evaluate("document.querySelector('summary').scrollIntoView({ block: 'center' })");
    await terminal.tap(/^Save to a file without a connection/);
    await terminal.evaluate("document.querySelector('details .stack').scrollIntoView({ block: 'center' })");
    await terminal.tap("Save unsent counts to a file");
    await terminal.see("1 file saved");
    const text = await terminal.evaluate("new Response(window.saved[0]).text()");
    const folder = await mkdtemp(join(tmpdir(), "tallybox-export-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const files = [join(folder, "counts.json"), join(folder, "other.json")] as const;
    await writeFile(files[0], String(text));
    await writeFile(files[1], "{}");
    const phone = await openTerminal({ browser });
    await phone.open(`${server.url}/#/login`);
    await phone.tap({ css: "input[name=username]" });
    await phone.insert("admin");
    await phone.tap({ css: "input[type=password]" });
    await phone.insert(person("admin").password);
    await phone.tap("Log in");
    await phone.see(stocktake.name);
    await phone.goTo("/unsent");
    await phone.choose("details [type='file']", files[0]);
    await phone.see("Loaded: 1. Rejected: 0.");
    await phone.choose("details [type='file']", files[1]);
    await phone.see("This file has no unsent counts.");
    const { counted, inventoryQuantity } = await stocktake.readItem(single.article.code);
    expect([inventoryQuantity, counted?.user.fullName]).toEqual([1, person("user").fullName]);
    await terminal.offline(false);
    await waitUntilSent(terminal);
    expect((await stocktake.readItem(single.article.code)).inventoryQuantity).toBe(1);
  });

  test("an Admin at a shared terminal is a Manager: it loads no file, and says where an Admin does", async () => {
    const { terminal } = await startCount({ browser, userName: "admin" });
    await terminal.goTo("/unsent");
    await terminal.tap(/^Save to a file without a connection/);
    await terminal.see("An administrator loads them on this screen of a device that is not paired");
    await expect.poll(() => terminal.count("details [type='file']")).toBe(0);
  });
});
