import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { createTerminalSession, person } from "../access/log-in.ts";
import { storeExpression } from "../stored-records.ts";
import { STORED_DATA, startCount, typeNumber, waitOutDoubleTap, waitUntilSent } from "./count-page.ts";

/** Opens the pad of the item that is expected several times. */
async function openPad(browser: (typeof OLDEST)[number]) {
  const at = await startCount({ browser });
  const { terminal, stocktake } = at;
  const [room] = stocktake.rooms;
  const { article, quantity: expected } = room.several;
  await terminal.tap("All here");
  await terminal.tap(new RegExp(`${article.name} ${article.code}`));
  await terminal.until("document.querySelector('.number-pad') !== null");
  const readItem = () => stocktake.readItem(article.code);
  const hasDraft = (text: string) =>
    `${STORED_DATA}.then((all) => JSON.parse(all).values.some((one) => Array.isArray(one) && one.some((draft) => draft.text === ${JSON.stringify(text)})))`;
  /** Waits until the device has stored this draft. */
  const waitForDraft = (text: string) => terminal.until(hasDraft(text));
  /** Waits until the device has deleted this draft. */
  const waitForNoDraft = (text: string) => terminal.until(`${hasDraft(text)}.then((has) => !has)`);
  const offer = (quantity: number) =>
    new RegExp(
      `Not saved: you typed ${quantity} for ${article.name} \\(${article.code}\\) at [^.]*${room.name}\\.`,
    );
  /** Reloads the page at another screen of the stocktake. Leaving a screen saves; a reload does not. */
  const reopenAt = async (rest: string) => {
    await terminal.evaluate(`history.replaceState(null, "", "#/count/${stocktake.oid}${rest}")`);
    await terminal.reload();
  };
  return { ...at, room, article, expected, readItem, waitForDraft, waitForNoDraft, offer, reopenAt };
}

describe.each(OLDEST)("input that was not saved before the page was killed in %s", (browser) => {
  test("a quantity is offered on its pad, and counts only after Save", async () => {
    const { terminal, readItem, waitForDraft } = await openPad(browser);
    await typeNumber(terminal, 12);
    await waitForDraft("12");
    await terminal.reload();
    await terminal.see("Not saved: you typed 12 here.");
    await expect.poll(() => terminal.axe()).toEqual([]);
    await terminal.screenshot(`draft-pad-${browser}`);
    expect((await readItem()).inventoryQuantity).toBe(null);
    await terminal.tap("Enter again");
    await terminal.until("document.querySelector('output').innerText === '12'");
    await terminal.seesNot("Not saved");
    await terminal.tap("Save 12");
    await terminal.see("Saved: 12");
    await waitUntilSent(terminal);
    expect((await readItem()).inventoryQuantity).toBe(12);
    await terminal.reload();
    await terminal.see("Ready to scan");
    await terminal.seesNot("Not saved");
  });

  test("a quantity whose count was stored before the page was killed is not offered", async () => {
    const { terminal, readItem, waitForDraft, waitForNoDraft } = await openPad(browser);
    await typeNumber(terminal, 7);
    await waitForDraft("7");
    const stored = `${STORED_DATA}.then((all) => JSON.parse(all).values.find((one) => Array.isArray(one) && one.some(({ text }) => text === "7")))`;
    const drafts = await terminal.evaluate(stored);
    await terminal.tap("Save 7");
    await terminal.see("Saved: 7");
    await waitForNoDraft("7");
    // As it is on the disk when the page is killed between the two writes.
    await terminal.evaluate(storeExpression({ "drafts 3": drafts }));
    await terminal.reload();
    await terminal.see("Ready to scan");
    await waitForNoDraft("7");
    await terminal.seesNot("Not saved");
    await waitUntilSent(terminal);
    expect((await readItem()).inventoryQuantity).toBe(7);
  });

  test("a quantity is offered only to the user who typed it, on the counting screens", async () => {
    const { terminal, readItem, waitForDraft, waitForNoDraft, offer, server, stocktake, room, reopenAt } =
      await openPad(browser);
    await typeNumber(terminal, 3);
    await waitForDraft("3");
    await terminal.evaluate(storeExpression(await createTerminalSession(server, "manager")));
    await reopenAt(`/${room.oid}`);
    await terminal.see(person("manager").fullName);
    await terminal.see("Ready to scan");
    await terminal.seesNot("Not saved");
    await terminal.evaluate(storeExpression(await createTerminalSession(server, "user")));
    await terminal.reload();
    await terminal.see(person("user").fullName);
    await terminal.see(offer(3));
    await terminal.screenshot(`draft-count-${browser}`);
    await terminal.open(`${server.url}/#/count`);
    await terminal.see(stocktake.name);
    await terminal.see(offer(3));
    await terminal.tap("Discard");
    await terminal.seesNot("Not saved");
    await waitForNoDraft("3");
    await terminal.reload();
    await terminal.see(stocktake.name);
    await terminal.seesNot("Not saved");
    expect((await readItem()).inventoryQuantity).toBe(null);
  });

  test("a note is offered, and is stored only after Save", async () => {
    const { terminal, readItem, waitForDraft, reopenAt, room } = await openPad(browser);
    await terminal.evaluate("document.querySelector('details summary').click()");
    await terminal.evaluate("document.querySelector('textarea').focus()");
    await terminal.type("box is torn");
    await waitForDraft("box is torn");
    await reopenAt(`/${room.oid}`);
    await terminal.see(/Not saved: your note on .*“box is torn”/);
    expect((await readItem()).note).toBe(null);
    await terminal.tap("Enter again");
    await terminal.until("(document.querySelector('textarea') || {}).value === 'box is torn'");
    await terminal.back();
    await terminal.see("Ready to scan");
    await expect.poll(async () => (await readItem()).note).toBe("box is torn");
    await terminal.seesNot("Not saved");
  });
});

describe.each(OLDEST)("a draft in %s", (browser) => {
  test("a far too large quantity is offered again if the pad is left without an answer to the question", async () => {
    const { terminal, expected, offer, readItem } = await openPad(browser);
    await typeNumber(terminal, expected * 100);
    await terminal.back();
    await terminal.see(/Not saved: you typed/);
    await terminal.tap("Enter again");
    await terminal.tap(`Save ${expected * 100}`);
    await waitOutDoubleTap(terminal);
    await terminal.tap(`Yes, ${expected * 100}`);
    await terminal.see(`Saved: ${expected * 100}`);
    await terminal.seesNot(offer(expected * 100));
    await waitUntilSent(terminal);
    expect((await readItem()).inventoryQuantity).toBe(expected * 100);
  });

  test("many keys in a row write at most two drafts, the last one with the final text", async () => {
    const { terminal, waitForDraft } = await openPad(browser);
    await terminal.evaluate(`void (() => {
      window.written = [];
      const put = IDBObjectStore.prototype.put;
      IDBObjectStore.prototype.put = function (value, key) {
        if (String(key).startsWith("drafts")) window.written.push(value[0].text);
        return put.apply(this, arguments);
      };
      for (const digit of [1, 2, 3, 4, 5, 6]) {
        document.querySelector(".number-pad button:nth-child(" + digit + ")").click();
        document.querySelector(".number-pad button:nth-child(10)").click();
      }
      document.querySelector(".number-pad button:nth-child(7)").click();
    })()`);
    await waitForDraft("7");
    await expect
      .poll(async () => Number(await terminal.evaluate("window.written.length")))
      .toBeLessThanOrEqual(2);
  });
});
