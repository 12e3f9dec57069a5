import { describe, expect, test } from "vitest";
import { openCoreCount, scanAll } from "./core-count.ts";
import type { CoreTerminal } from "./core-terminal.ts";

const statesOf = (terminal: CoreTerminal, store = "outbox") =>
  terminal.call<readonly string[]>(
    `core.db().then((db) => db.getAll("${store}")).then((all) => all.map((entry) => entry.state))`,
  );

describe("concurrent changes", () => {
  test("counts wait while the browser is paired with another tenant, and are sent to their own tenant", async () => {
    const { server, proxy, terminal, singles, spot } = await openCoreCount();
    proxy.cut();
    await scanAll(terminal, spot, [singles[0]?.article.code ?? ""]);
    await terminal.call("core.logOut()");
    proxy.restore();
    const { body } = await (await server.as("user2")).post("/api/device-auth/generate-code");
    await terminal.call(`core.pair("${body.code}", "Theirs")`);
    await terminal.call("core.sendNow()");
    expect(await statesOf(terminal)).toEqual(["waiting"]);
    const own = await (await server.as("user")).post("/api/device-auth/generate-code");
    await terminal.call(`core.pair("${own.body.code}", "Ours")`);
    await terminal.call("core.sendNow()");
    await terminal.until("core.now.unsent === 0");
    expect(await statesOf(terminal)).toEqual(["sent"]);
  });

  test("a question that is answered twice at once counts once", async () => {
    const { proxy, terminal, singles, spot } = await openCoreCount();
    const [item] = singles;
    proxy.cut();
    await scanAll(terminal, spot, [item?.article.code ?? ""]);
    const asked = `core.db().then(async (db) => {
      const [entry] = await db.getAll("outbox");
      const { ahead, ...left } = entry;
      const operation = { ...entry.operation, operationId: "0196b2a0-0000-7000-8000-000000000001" };
      return db.add("outbox", { ...left, seq: entry.seq + 1, operationId: operation.operationId, operation, state: "asked" });
    })`;
    const seq = await terminal.call<number>(asked);
    const ended = await terminal.call<readonly boolean[]>(
      `Promise.all([1, 2].map(() => core.change.answerQuestion(${seq}, { kind: "add" }).then(() => true, () => false)))`,
    );
    expect([...ended].sort()).toEqual([false, true]);
    expect(await statesOf(terminal)).toEqual(["waiting", "waiting"]);
  });

  test("a second receipt does not change the state of a sent operation", async () => {
    const { terminal, singles, spot } = await openCoreCount();
    await scanAll(terminal, spot, [singles[0]?.article.code ?? ""]);
    await terminal.call("core.sendNow()");
    await terminal.until("core.now.unsent === 0");
    const stored = await terminal.call<{ operation: object }[]>(
      `core.db().then((db) => db.getAll("outbox"))`,
    );
    const file = JSON.stringify({ inventoryId: 3, operations: stored.map(({ operation }) => operation) });
    await terminal.call("core.logOut()");
    await terminal.logIn("admin", ["Admin"]);
    const imported = await terminal.call(`core.exported.importFile(new Blob([${JSON.stringify(file)}]))`);
    expect(imported).toEqual({ taken: 1, refused: 0 });
    expect(await statesOf(terminal)).toEqual(["sent"]);
  });

  test("a logout while a stocktake is loaded leaves nothing of it", async () => {
    const { terminal } = await openCoreCount();
    await terminal.call("core.forget()");
    await terminal.call(`(async () => {
      const put = IDBObjectStore.prototype.put;
      let leaves = null;
      IDBObjectStore.prototype.put = function (...given) {
        if (this.name === "items") leaves = leaves || core.logOut().then(() => core.forget());
        return put.apply(this, given);
      };
      await core.keepInventory(3).catch(() => undefined).finally(() => void (IDBObjectStore.prototype.put = put));
      await leaves;
    })()`);
    const sizes = await terminal.call<Readonly<Record<string, number>>>("core.sizes()");
    expect(sizes).toMatchObject({ items: 0, inventories: 0 });
  });

  test("after a week sent operations are deleted, but not one with an unsent photo", async () => {
    const { terminal, singles, spot } = await openCoreCount();
    const codes = singles.slice(0, 2).map(({ article }) => article.code);
    const [shown] = await scanAll(terminal, spot, codes);
    await terminal.call("core.sendNow()");
    await terminal.until(
      "core.db().then((db) => db.getAll('outbox')).then((all) => all.every(({ ahead }) => ahead === undefined))",
    );
    await terminal.call("core.logOut()");
    const photo = { kind: "photo", of: { operationId: shown?.operationId }, fileName: "a.png", file: null };
    const errand = { tenantId: 1, userId: 3, title: "Photo", at: "", state: "waiting", task: photo };
    await terminal.call(`core.db().then((db) => db.add("errands", ${JSON.stringify(errand)}))`);
    await terminal.call(`core.prune(Date.now() + 8 * 86400000)`);
    const left = await terminal.call<{ operationId: string }[]>(
      `core.db().then((db) => db.getAll("outbox"))`,
    );
    expect(left.map(({ operationId }) => operationId)).toEqual([shown?.operationId]);
  });
});
