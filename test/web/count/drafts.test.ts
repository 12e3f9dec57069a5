import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/handheld.ts";
import { keep, letIn, person } from "../access/together.ts";
import { allSent, atPlace, KEPT, notTwice, typeNumber } from "./together.ts";

/** Opens the pad of the item that is expected several times. */
async function atPad(browser: (typeof OLDEST)[number]) {
  const at = await atPlace({ browser });
  const { handheld, stocktake } = at;
  const [room] = stocktake.rooms;
  const { article, quantity: expected } = room.several;
  await handheld.tap("All here");
  await handheld.tap(new RegExp(`${article.name} ${article.code}`));
  await handheld.until("document.querySelector('.number-pad') !== null");
  const told = () => stocktake.told(article.code);
  const hasDraft = (text: string) =>
    `${KEPT}.then((all) => JSON.parse(all).values.some((one) => Array.isArray(one) && one.some((draft) => draft.text === ${JSON.stringify(text)})))`;
  /** Waits until the device keeps this draft. */
  const isKept = (text: string) => handheld.until(hasDraft(text));
  /** Waits until the device keeps it no more. */
  const isForgotten = (text: string) => handheld.until(`${hasDraft(text)}.then((has) => !has)`);
  const offer = (quantity: number) =>
    new RegExp(
      `Not saved: you typed ${quantity} for ${article.name} \\(${article.code}\\) at [^.]*${room.name}\\.`,
    );
  /** Loads the page anew at another screen of the stocktake: nothing of this one can be saved by leaving it. */
  const reopenAt = async (rest: string) => {
    await handheld.evaluate(`history.replaceState(null, "", "#/count/${stocktake.oid}${rest}")`);
    await handheld.reload();
  };
  return { ...at, room, article, expected, told, isKept, isForgotten, offer, reopenAt };
}

describe.each(OLDEST)("what was typed before the page was killed in %s", (browser) => {
  test("is offered at its pad, and counts only when it is saved again", async () => {
    const { handheld, told, isKept } = await atPad(browser);
    await typeNumber(handheld, 12);
    await isKept("12");
    await handheld.reload();
    await handheld.see("Not saved: you typed 12 here.");
    expect(await handheld.axe()).toEqual([]);
    await handheld.screenshot(`draft-pad-${browser}`);
    expect((await told()).inventoryQuantity).toBe(null);
    await handheld.tap("Enter again");
    await handheld.until("document.querySelector('output').innerText === '12'");
    await handheld.seesNot("Not saved");
    await handheld.tap("Save 12");
    await handheld.see("Saved: 12");
    await allSent(handheld);
    expect((await told()).inventoryQuantity).toBe(12);
    await handheld.reload();
    await handheld.see("Ready to scan");
    await handheld.seesNot("Not saved");
  });

  test("is offered to the person who typed it alone, where they come back to counting", async () => {
    const { handheld, told, isKept, isForgotten, offer, box, stocktake, room, reopenAt } =
      await atPad(browser);
    await typeNumber(handheld, 3);
    await isKept("3");
    await handheld.evaluate(keep(await letIn(box, "manager")));
    await reopenAt(`/${room.oid}`);
    await handheld.see(person("manager").fullName);
    await handheld.see("Ready to scan");
    await handheld.seesNot("Not saved");
    await handheld.evaluate(keep(await letIn(box, "user")));
    await handheld.reload();
    await handheld.see(person("user").fullName);
    await handheld.see(offer(3));
    await handheld.screenshot(`draft-count-${browser}`);
    await handheld.open(`${box.url}/#/count`);
    await handheld.see(stocktake.name);
    await handheld.see(offer(3));
    await handheld.tap("Discard");
    await handheld.seesNot("Not saved");
    await isForgotten("3");
    await handheld.reload();
    await handheld.see(stocktake.name);
    await handheld.seesNot("Not saved");
    expect((await told()).inventoryQuantity).toBe(null);
  });

  test("as a note is offered, and is no note until it is saved", async () => {
    const { handheld, told, isKept, reopenAt, room } = await atPad(browser);
    await handheld.evaluate("document.querySelector('details summary').click()");
    await handheld.evaluate("document.querySelector('textarea').focus()");
    await handheld.type("box is torn");
    await isKept("box is torn");
    await reopenAt(`/${room.oid}`);
    await handheld.see(/Not saved: your note on .*“box is torn”/);
    expect((await told()).note).toBe(null);
    await handheld.tap("Enter again");
    await handheld.until("(document.querySelector('textarea') || {}).value === 'box is torn'");
    await handheld.back();
    await handheld.see("Ready to scan");
    await expect.poll(async () => (await told()).note, { timeout: 30_000 }).toBe("box is torn");
    await handheld.seesNot("Not saved");
  });
});

describe.each(OLDEST)("a draft in %s", (browser) => {
  test("of far too much is offered when the pad is left without an answer", async () => {
    const { handheld, expected, offer, told } = await atPad(browser);
    await typeNumber(handheld, expected * 100);
    await handheld.back();
    await handheld.see(/Not saved: you typed/);
    await handheld.tap("Enter again");
    await handheld.tap(`Save ${expected * 100}`);
    await notTwice(handheld);
    await handheld.tap(`Yes, ${expected * 100}`);
    await handheld.see(`Saved: ${expected * 100}`);
    await handheld.seesNot(offer(expected * 100));
    await allSent(handheld);
    expect((await told()).inventoryQuantity).toBe(expected * 100);
  });

  test("is written once for many keys in a row, as the last of them left it", async () => {
    const { handheld, isKept } = await atPad(browser);
    await handheld.evaluate(`void (() => {
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
    expect(Number(await handheld.evaluate("window.written.length"))).toBeLessThanOrEqual(2);
  });
});
