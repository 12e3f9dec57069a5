import { describe, expect, test } from "vitest";
import { aHandheld, aProfile, OLDEST } from "../../harness/handheld.ts";
import { operationsOf } from "./operations.ts";
import { aCount, type Counting, INVENTORY, scanAll } from "./setting.ts";
import { Terminal } from "./terminal.ts";

const codesOf = ({ singles }: Counting) => singles.map(({ article }) => article.code);
const idsAt = ({ box }: Counting) => operationsOf(box, INVENTORY).map(({ operationId }) => operationId);
const idsOf = (done: readonly { operationId: string | null }[]) => done.map(({ operationId }) => operationId);

describe.each(OLDEST)("nothing is lost and nothing doubled in %s", (browser) => {
  test("when answers get lost on their way back, again and again", async () => {
    const counting = await aCount(browser);
    const { line, terminal, spot } = counting;
    line.loseAnswers();
    const done = await scanAll(terminal, spot, codesOf(counting));
    await terminal.call("core.sendNow()");
    // The box has some, and the terminal knows of none.
    expect(idsAt(counting).length).toBeGreaterThan(0);
    await terminal.until(`core.now.unsent === ${done.length}`);
    line.mend();
    await terminal.call("core.sendNow()");
    await terminal.until("core.isAllSent()");
    expect(idsAt(counting)).toEqual(idsOf(done));
  });

  test("when the browser is killed offline, and opened again without the box", async () => {
    const profile = await aProfile();
    const counting = await aCount(browser, { profile });
    const { box, line, hand, terminal, spot } = counting;
    line.cut();
    const done = await scanAll(terminal, spot, codesOf(counting));
    await hand.kill();
    const again = await aCountAgain(browser, profile, line.url, () => line.mend());
    await again.until("core.isAllSent()");
    expect(idsAt(counting)).toEqual(idsOf(done));
    expect(operationsOf(box, INVENTORY).every(({ state }) => state === "applied")).toBe(true);
  });

  test("when two tabs count at once: one sends, each shows what both have counted", async () => {
    const counting = await aCount(browser);
    const { line, hand, terminal, spot } = counting;
    const other = new Terminal(await hand.newTab());
    await other.open(line.url);
    await other.until("core.now.isComplete");
    const codes = codesOf(counting);
    const [left, right] = await Promise.all([
      scanAll(terminal, spot, codes),
      scanAll(other, spot, [...codes].reverse()),
    ]);
    const verdicts = [...left, ...right].map(({ verdict }) => verdict).sort();
    // Each piece is new to one of them, and counted already for the other.
    expect(verdicts).toEqual([...codes.map(() => "counted"), ...codes.map(() => "same")]);
    await terminal.until("core.isAllSent()");
    await other.until("core.isAllSent()");
    expect(idsAt(counting).sort()).toEqual([...idsOf(left), ...idsOf(right)].sort());
  });

  test("when the clock is set back and ahead while people count", async () => {
    const counting = await aCount(browser);
    const { box, line, terminal, spot } = counting;
    const [first = "", second = "", third = "", fourth = ""] = codesOf(counting);
    line.cut();
    const done = [];
    const begun = Date.now();
    for (const [code, hours] of [
      [first, 0],
      [second, -5],
      [third, 24],
      [fourth, 0],
    ] as const) {
      await terminal.call(
        `void (window.realNow = window.realNow || Date.now, Date.now = () => window.realNow.call(Date) + ${hours} * 3600000)`,
      );
      done.push(...(await scanAll(terminal, spot, [code])));
    }
    line.mend();
    await terminal.call("core.sendNow()");
    await terminal.until("core.isAllSent()");
    const operations = operationsOf(box, INVENTORY);
    expect(operations.map(({ operationId }) => operationId)).toEqual(idsOf(done));
    for (const { at } of operations) {
      expect(Date.parse(at)).toBeGreaterThanOrEqual(begun - 5000);
      expect(Date.parse(at)).toBeLessThanOrEqual(Date.now());
    }
  });

  test.each([
    [
      "when it is written",
      'this.transaction.abort(); throw new DOMException("no room", "QuotaExceededError");',
    ],
    [
      "when the transaction ends",
      "const request = window.add.apply(this, arguments); request.addEventListener('success', () => this.transaction.abort()); return request;",
    ],
  ])("when the device's storage fails %s: what is not kept is not shown as counted", async (_, failing) => {
    const counting = await aCount(browser);
    const { terminal, spot } = counting;
    const [first = "", second = ""] = codesOf(counting);
    await terminal.call(`void (window.add = IDBObjectStore.prototype.add,
      IDBObjectStore.prototype.add = function () { ${failing} })`);
    const [full] = await scanAll(terminal, spot, [first]);
    expect(full).toMatchObject({ verdict: "failed", operationId: null });
    await terminal.call("void (IDBObjectStore.prototype.add = window.add)");
    const done = await scanAll(terminal, spot, [first, second]);
    expect(done.map(({ verdict }) => verdict)).toEqual(["counted", "counted"]);
    await terminal.until("core.isAllSent()");
    expect(idsAt(counting)).toEqual(idsOf(done));
  });
});

/** The client on what a killed browser has left: opened by the box's own page, then without the box. */
async function aCountAgain(
  browser: (typeof OLDEST)[number],
  profile: string,
  url: string,
  mend: () => void,
): Promise<Terminal> {
  const hand = await aHandheld({ browser, profile, mayComplain: true });
  const terminal = new Terminal(hand);
  mend();
  await terminal.open(url);
  return terminal;
}
