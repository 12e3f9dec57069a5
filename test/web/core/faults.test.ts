import { describe, expect, test } from "vitest";
import { createProfile, OLDEST, openTerminal } from "../../harness/terminal.ts";
import { operationsOf } from "./operations.ts";
import { aCount, type Counting, INVENTORY, scanAll } from "./setting.ts";
import { CoreTerminal } from "./terminal.ts";

const codesOf = ({ singles }: Counting) => singles.map(({ article }) => article.code);
const idsAt = ({ server }: Counting) => operationsOf(server, INVENTORY).map(({ operationId }) => operationId);
const idsOf = (done: readonly { operationId: string | null }[]) => done.map(({ operationId }) => operationId);

describe.each(OLDEST)("nothing is lost and nothing doubled in %s", (browser) => {
  test("when answers get lost on their way back, again and again", async () => {
    const counting = await aCount(browser);
    const { proxy, terminal, spot } = counting;
    proxy.loseResponses();
    const done = await scanAll(terminal, spot, codesOf(counting));
    await terminal.call("core.sendNow()");
    // The box has some, and the terminal knows of none.
    expect(idsAt(counting).length).toBeGreaterThan(0);
    await terminal.until(`core.now.unsent === ${done.length}`);
    proxy.restore();
    await terminal.call("core.sendNow()");
    await terminal.until("core.isAllSent()");
    expect(idsAt(counting)).toEqual(idsOf(done));
  });

  test("when the browser is killed offline, and opened again without the box", async () => {
    const profile = await createProfile();
    const counting = await aCount(browser, { profile });
    const { server, proxy, hand, terminal, spot } = counting;
    proxy.cut();
    const done = await scanAll(terminal, spot, codesOf(counting));
    await hand.kill();
    const again = await aCountAgain(browser, profile, proxy.url, () => proxy.restore());
    await again.until("core.isAllSent()");
    expect(idsAt(counting)).toEqual(idsOf(done));
    expect(operationsOf(server, INVENTORY).every(({ state }) => state === "applied")).toBe(true);
  });

  test("when two tabs count at once: one sends, each shows what both have counted", async () => {
    const counting = await aCount(browser);
    const { proxy, hand, terminal, spot } = counting;
    const other = new CoreTerminal(await hand.newTab());
    await other.open(proxy.url);
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
    const { server, proxy, terminal, spot } = counting;
    const [first = "", second = "", third = "", fourth = ""] = codesOf(counting);
    proxy.cut();
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
    proxy.restore();
    await terminal.call("core.sendNow()");
    await terminal.until("core.isAllSent()");
    const operations = operationsOf(server, INVENTORY);
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
): Promise<CoreTerminal> {
  const hand = await openTerminal({ browser, profile, allowErrors: true });
  const terminal = new CoreTerminal(hand);
  mend();
  await terminal.open(url);
  return terminal;
}
