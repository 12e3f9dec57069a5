import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { keep, letIn, person } from "../access/together.ts";
import { allSent, KEPT, notTwice, startCount, typeNumber } from "./together.ts";

/** Opens the pad of the item that is expected several times. */
async function atPad(browser: (typeof OLDEST)[number]) {
  const at = await startCount({ browser });
  const { terminal, stocktake } = at;
  const [room] = stocktake.rooms;
  const { article, quantity: expected } = room.several;
  await terminal.tap("All here");
  await terminal.tap(new RegExp(`${article.name} ${article.code}`));
  await terminal.until("document.querySelector('.number-pad') !== null");
  const told = () => stocktake.told(article.code);
  const hasDraft = (text: string) =>
    `${KEPT}.then((all) => JSON.parse(all).values.some((one) => Array.isArray(one) && one.some((draft) => draft.text === ${JSON.stringify(text)})))`;
  /** Waits until the device keeps this draft. */
  const isKept = (text: string) => terminal.until(hasDraft(text));
  /** Waits until the device keeps it no more. */
  const isForgotten = (text: string) => terminal.until(`${hasDraft(text)}.then((has) => !has)`);
  const offer = (quantity: number) =>
    new RegExp(
      `Not saved: you typed ${quantity} for ${article.name} \\(${article.code}\\) at [^.]*${room.name}\\.`,
    );
  /** Loads the page anew at another screen of the stocktake: nothing of this one can be saved by leaving it. */
  const reopenAt = async (rest: string) => {
    await terminal.evaluate(`history.replaceState(null, "", "#/count/${stocktake.oid}${rest}")`);
    await terminal.reload();
  };
  return { ...at, room, article, expected, told, isKept, isForgotten, offer, reopenAt };
}

describe.each(OLDEST)("what was typed before the page was killed in %s", (browser) => {
  test("is offered at its pad, and counts only when it is saved again", async () => {
    const { terminal, told, isKept } = await atPad(browser);
    await typeNumber(terminal, 12);
    await isKept("12");
    await terminal.reload();
    await terminal.see("Not saved: you typed 12 here.");
    expect(await terminal.axe()).toEqual([]);
    await terminal.screenshot(`draft-pad-${browser}`);
    expect((await told()).inventoryQuantity).toBe(null);
    await terminal.tap("Enter again");
    await terminal.until("document.querySelector('output').innerText === '12'");
    await terminal.seesNot("Not saved");
    await terminal.tap("Save 12");
    await terminal.see("Saved: 12");
    await allSent(terminal);
    expect((await told()).inventoryQuantity).toBe(12);
    await terminal.reload();
    await terminal.see("Ready to scan");
    await terminal.seesNot("Not saved");
  });

  test("is offered to the person who typed it alone, where they come back to counting", async () => {
    const { terminal, told, isKept, isForgotten, offer, server, stocktake, room, reopenAt } =
      await atPad(browser);
    await typeNumber(terminal, 3);
    await isKept("3");
    await terminal.evaluate(keep(await letIn(server, "manager")));
    await reopenAt(`/${room.oid}`);
    await terminal.see(person("manager").fullName);
    await terminal.see("Ready to scan");
    await terminal.seesNot("Not saved");
    await terminal.evaluate(keep(await letIn(server, "user")));
    await terminal.reload();
    await terminal.see(person("user").fullName);
    await terminal.see(offer(3));
    await terminal.screenshot(`draft-count-${browser}`);
    await terminal.open(`${server.url}/#/count`);
    await terminal.see(stocktake.name);
    await terminal.see(offer(3));
    await terminal.tap("Discard");
    await terminal.seesNot("Not saved");
    await isForgotten("3");
    await terminal.reload();
    await terminal.see(stocktake.name);
    await terminal.seesNot("Not saved");
    expect((await told()).inventoryQuantity).toBe(null);
  });

  test("as a note is offered, and is no note until it is saved", async () => {
    const { terminal, told, isKept, reopenAt, room } = await atPad(browser);
    await terminal.evaluate("document.querySelector('details summary').click()");
    await terminal.evaluate("document.querySelector('textarea').focus()");
    await terminal.type("box is torn");
    await isKept("box is torn");
    await reopenAt(`/${room.oid}`);
    await terminal.see(/Not saved: your note on .*“box is torn”/);
    expect((await told()).note).toBe(null);
    await terminal.tap("Enter again");
    await terminal.until("(document.querySelector('textarea') || {}).value === 'box is torn'");
    await terminal.back();
    await terminal.see("Ready to scan");
    await expect.poll(async () => (await told()).note, { timeout: 30_000 }).toBe("box is torn");
    await terminal.seesNot("Not saved");
  });
});

describe.each(OLDEST)("a draft in %s", (browser) => {
  test("of far too much is offered when the pad is left without an answer", async () => {
    const { terminal, expected, offer, told } = await atPad(browser);
    await typeNumber(terminal, expected * 100);
    await terminal.back();
    await terminal.see(/Not saved: you typed/);
    await terminal.tap("Enter again");
    await terminal.tap(`Save ${expected * 100}`);
    await notTwice(terminal);
    await terminal.tap(`Yes, ${expected * 100}`);
    await terminal.see(`Saved: ${expected * 100}`);
    await terminal.seesNot(offer(expected * 100));
    await allSent(terminal);
    expect((await told()).inventoryQuantity).toBe(expected * 100);
  });

  test("is written once for many keys in a row, as the last of them left it", async () => {
    const { terminal, isKept } = await atPad(browser);
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
    await isKept("7");
    expect(Number(await terminal.evaluate("window.written.length"))).toBeLessThanOrEqual(2);
  });
});
