import { describe, expect, onTestFinished, test } from "vitest";
import { type CoreCount, INVENTORY, openCoreCount, scanAll } from "./core-count.ts";
import { openCore } from "./core-terminal.ts";
import { readOperations } from "./read-operations.ts";

const codesOf = ({ singles }: CoreCount) => singles.map(({ article }) => article.code);
// Sorted: a scan may be overtaken by the next ones before it is an operation.
const readIds = ({ server }: CoreCount) =>
  readOperations(server, INVENTORY)
    .map(({ operationId }) => operationId)
    .toSorted();
/** The storage has no room for what sending writes: its transactions fail with their last write. */
const FULL = `window.put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function () {
    const request = window.put.apply(this, arguments);
    if (this.name !== "outbox" && !["lease", "reportedPending", "deviceBearer"].includes(arguments[1])) return request;
    const { transaction } = this;
    Object.defineProperty(transaction, "error", {
      value: new DOMException("no room", "QuotaExceededError"),
      configurable: true,
    });
    transaction.last = request;
    request.addEventListener("success", () => transaction.last === request && transaction.abort());
    return request;
  };`;
const idsOf = (done: readonly { operationId: string | null }[]) =>
  done.map(({ operationId }) => operationId).toSorted();

describe("each count arrives once", () => {
  test("if responses are lost repeatedly", async () => {
    const counting = await openCoreCount();
    const { proxy, terminal, spot } = counting;
    proxy.loseResponses();
    const done = await scanAll(terminal, spot, codesOf(counting));
    await terminal.call("core.sendNow()");
    // The server has some, but the terminal has no receipt.
    expect(readIds(counting).length).toBeGreaterThan(0);
    await terminal.until(`core.now.unsent === ${done.length}`);
    proxy.restore();
    await terminal.call("core.sendNow()");
    await terminal.until("core.isAllSent()");
    expect(readIds(counting)).toEqual(idsOf(done));
  });

  test("if the terminal ends offline and is started again", async () => {
    const counting = await openCoreCount();
    const { server, proxy, page, terminal, spot } = counting;
    proxy.cut();
    const done = await scanAll(terminal, spot, codesOf(counting));
    page.end();
    proxy.restore();
    const again = await openCore(proxy.url, page.data);
    await again.until("core.isAllSent()");
    expect(readIds(counting)).toEqual(idsOf(done));
    expect(readOperations(server, INVENTORY).every(({ state }) => state === "applied")).toBe(true);
  });

  test("if the device's clock is set back and ahead during the count", async () => {
    const counting = await openCoreCount();
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
    const operations = readOperations(server, INVENTORY);
    expect(idsOf(operations)).toEqual(idsOf(done));
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
  ])("if the storage fails %s: a scan that is not stored is not shown as counted", async (_, failing) => {
    const counting = await openCoreCount();
    const { terminal, spot } = counting;
    const [first = "", second = ""] = codesOf(counting);
    const restore = () => terminal.call("void (IDBObjectStore.prototype.add = window.add)");
    onTestFinished(async () => void (await restore()));
    await terminal.call(`void (window.add = IDBObjectStore.prototype.add,
      IDBObjectStore.prototype.add = function () { ${failing} })`);
    const [full] = await scanAll(terminal, spot, [first]);
    expect(full).toMatchObject({ verdict: "failed", operationId: null });
    await restore();
    const done = await scanAll(terminal, spot, [first, second]);
    expect(done.map(({ verdict }) => verdict)).toEqual(["counted", "counted"]);
    await terminal.until("core.isAllSent()");
    expect(readIds(counting)).toEqual(idsOf(done));
  });

  test("if the storage has no room for what the server answers, however many counts wait", async () => {
    const counting = await openCoreCount();
    const { server, proxy, terminal, spot } = counting;
    const restore = () => terminal.call("void (IDBObjectStore.prototype.put = window.put)");
    onTestFinished(async () => void (await restore()));
    await terminal.pair(server, "Dock");
    await terminal.logInByPin(3, "3333");
    await terminal.call("core.sendNow()");
    proxy.cut();
    const codes = codesOf(counting);
    const done = await scanAll(
      terminal,
      spot,
      // One more than a request has.
      Array.from({ length: 201 }, (_, index) => codes[index % codes.length] ?? ""),
      1,
    );
    // The device's token has to be renewed too.
    await terminal.call(`core.db().then(async (db) => {
      const bearer = await db.get("values", "deviceBearer");
      await db.put("values", { ...bearer, endsAt: Date.now() }, "deviceBearer");
      ${FULL}
    })`);
    proxy.restore();
    await terminal.call("core.sendNow()");
    await expect.poll(() => readIds(counting)).toEqual(idsOf(done));
    await restore();
    await terminal.until("core.sendNow().then(() => core.isAllSent())");
    expect(readIds(counting)).toEqual(idsOf(done));
  });

  test("if the storage has no room for the lease of the sending tab", async () => {
    const counting = await openCoreCount();
    const { proxy, terminal, spot } = counting;
    const restore = () => terminal.call("void (IDBObjectStore.prototype.put = window.put)");
    onTestFinished(async () => void (await restore()));
    proxy.cut();
    const done = await scanAll(terminal, spot, codesOf(counting));
    await terminal.call(`void (window.put = IDBObjectStore.prototype.put,
      IDBObjectStore.prototype.put = function () {
        if (arguments[1] !== "lease") return window.put.apply(this, arguments);
        const { transaction } = this;
        const request = window.put.apply(this, arguments);
        Object.defineProperty(transaction, "error", { value: new DOMException("no room", "QuotaExceededError") });
        request.addEventListener("success", () => transaction.abort());
        return request;
      })`);
    proxy.restore();
    await terminal.call("core.sendNow()");
    await expect.poll(() => readIds(counting)).toEqual(idsOf(done));
    await restore();
    await terminal.until("core.sendNow().then(() => core.isAllSent())");
    expect(readIds(counting)).toEqual(idsOf(done));
  });
});
