import { describe, expect, test } from "vitest";
import { holdRequests } from "../held-requests.ts";
import { type CoreCount, INVENTORY, openCoreCount, scanAll } from "./core-count.ts";
import type { CoreTerminal } from "./core-terminal.ts";
import { readOperations } from "./read-operations.ts";

const codesOf = ({ singles }: CoreCount) => singles.map(({ article }) => article.code);
const statesOf = (terminal: CoreTerminal) =>
  terminal.call<readonly string[]>(
    `core.db().then((db) => db.getAll("outbox")).then((all) => all.map((entry) => entry.state))`,
  );
interface Problem {
  readonly kind: string;
  readonly reason: string | null;
  readonly entry: { readonly seq: number };
}
const problemsOf = (terminal: CoreTerminal) => terminal.call<readonly Problem[]>("core.problems.problems()");

describe("rejected counts", () => {
  test("a count that arrives after the end of the stocktake is late, and counts once it is reopened", async () => {
    const counting = await openCoreCount();
    const { server, proxy, terminal, spot } = counting;
    const [code = ""] = codesOf(counting);
    proxy.cut();
    await scanAll(terminal, spot, [code]);
    await (await server.as("manager")).put(`/api/inventories/${INVENTORY}/finish`);
    proxy.restore();
    await terminal.call("core.sendNow()");
    expect(await statesOf(terminal)).toEqual(["late"]);
    expect(await terminal.call("core.problems.lateEntries()")).toMatchObject([
      { receipt: { message: expect.stringContaining("finished") } },
    ]);
    const [failed] = await scanAll(terminal, spot, [code]);
    expect(failed).toMatchObject({ verdict: "failed", operationId: null });
    await (await server.as("manager")).put(`/api/inventories/${INVENTORY}/reopen`);
    await terminal.call("core.sendNow()");
    expect(await statesOf(terminal)).toEqual(["sent"]);
    expect(readOperations(server, INVENTORY).map(({ state }) => state)).toEqual(["applied"]);
  });

  test("a count that is rejected in a pause is sent again, however short the pause: the terminal may not have seen it", async () => {
    const counting = await openCoreCount();
    const { server, terminal, spot } = counting;
    const [code = ""] = codesOf(counting);
    const manager = await server.as("manager");
    await terminal.call("core.sendNow()");
    await terminal.call(holdRequests(/\/api\/inventories$/));
    await manager.put(`/api/inventories/${INVENTORY}/postpone`);
    await scanAll(terminal, spot, [code]);
    await terminal.until(`core.entriesIn("refused").then((all) => all.length === 1)`);
    await manager.put(`/api/inventories/${INVENTORY}/start`);
    await terminal.call("window.release()");
    await terminal.until("core.sendNow().then(() => core.isAllSent())");
    expect(await statesOf(terminal)).toEqual(["sent"]);
  });

  test("an unknown code is stored, and withdrawn when the worker matches it with an article", async () => {
    const counting = await openCoreCount();
    const { server, terminal, spot } = counting;
    const [code = ""] = codesOf(counting);
    const [unknown] = await scanAll(terminal, spot, ["NOBODY-KNOWS"]);
    await terminal.call("core.sendNow()");
    expect(await statesOf(terminal)).toEqual(["unknown"]);
    const found = await terminal.call<{ verdict: string }>(
      `core.articlesByScan(${JSON.stringify(code)}).then(([article]) => core.addAsFound("${unknown?.operationId}", article, ${spot}))`,
    );
    expect(found.verdict).toBe("counted");
    await terminal.call("core.sendNow()");
    const { body } = await (await server.as("manager")).get(
      `/api/inventories/${INVENTORY}/progress?details=true`,
    );
    expect(body.unknown).toBe(0);
    expect(
      readOperations(server, INVENTORY).map(({ code: sent, kind, entered }) => [sent, kind, entered]),
    ).toEqual([
      ["NOBODY-KNOWS", "add", '{"inventoryQuantity":1}'],
      [code, "add", expect.stringContaining('"inventoryQuantity":1')],
      ["NOBODY-KNOWS", "add", '{"inventoryQuantity":-1}'],
    ]);
  });

  test("a count of an article that got another code meanwhile is the article's", async () => {
    const counting = await openCoreCount();
    const { server, proxy, terminal, spot, singles } = counting;
    const [code = ""] = codesOf(counting);
    proxy.cut();
    await scanAll(terminal, spot, [code]);
    const path = `/api/articles/${singles[0]?.articleId}`;
    expect((await server.manager.put(path, { code: `${code}-new` })).status).toBe(200);
    proxy.restore();
    await terminal.call("core.sendNow()");
    expect(await statesOf(terminal)).toEqual(["sent"]);
    const { body } = await server.manager.get(`/api/inventories/items/${singles[0]?.oid}`);
    expect(body.inventoryQuantity).toBe(1);
  });

  test("a count of an article that was deleted meanwhile is shown as not counted, until it is dismissed or undone", async () => {
    const counting = await openCoreCount();
    const { server, proxy, terminal, spot, singles } = counting;
    const [first = "", second = ""] = codesOf(counting);
    proxy.cut();
    const [, undone] = await scanAll(terminal, spot, [first, second]);
    for (const { articleId } of singles.slice(0, 2))
      expect((await server.manager.delete(`/api/articles/${articleId}`)).status).toBe(204);
    proxy.restore();
    await terminal.call("core.sendNow()");
    expect(await statesOf(terminal)).toEqual(["unknown", "unknown"]);
    await terminal.until("core.now.rejected === 2");
    const [problem, ...others] = await problemsOf(terminal);
    expect([problem, ...others].map(({ kind = "" } = {} as Problem) => kind)).toEqual(["lost", "lost"]);
    await terminal.call(`core.change.undo("${undone?.operationId}")`);
    await terminal.call("core.sendNow()");
    await terminal.until("core.now.rejected === 1");
    await terminal.call(`core.problems.discardOperations([${problem?.entry.seq}], "counted by hand")`);
    await terminal.until("core.now.rejected === 0");
    expect(await problemsOf(terminal)).toEqual([]);
  });

  test("an operation that the server rejects blocks no other, and can be sent again or discarded", async () => {
    const counting = await openCoreCount();
    const { server, proxy, terminal, spot } = counting;
    const [first = "", second = ""] = codesOf(counting);
    proxy.cut();
    await scanAll(terminal, spot, [first, second]);
    // As if the location was deleted. sendNow() ends after a run that has read the operations already.
    await terminal.call(`core.sendNow().then(() => core.db()).then(async (db) => {
      const [entry] = await db.getAll("outbox");
      await db.put("outbox", { ...entry, operation: { ...entry.operation, locationId: 999999 } });
    })`);
    proxy.restore();
    await terminal.call("core.sendNow()");
    expect(await statesOf(terminal)).toEqual(["refused", "sent"]);
    const [problem] = await problemsOf(terminal);
    expect(problem?.reason).toMatch(/no location|location/i);
    await terminal.until("core.now.unsent === 1");
    // The office sees that the terminal holds it.
    const pending = async () => {
      const { body } = await server.manager.get(`/api/inventories/${INVENTORY}/progress?details=true`);
      return body.terminals.map((one: { pending: number }) => one.pending);
    };
    await expect.poll(pending).toEqual([1]);
    await terminal.call(`core.problems.retryOperations([${problem?.entry.seq}])`);
    await terminal.call("core.sendNow()");
    expect(await statesOf(terminal)).toEqual(["refused", "sent"]);
    await terminal.call(`core.problems.discardOperations([${problem?.entry.seq}], "counted by hand")`);
    expect(await statesOf(terminal)).toEqual(["given-up", "sent"]);
    await terminal.until("core.isAllSent()");
    await expect.poll(pending).toEqual([0]);
    expect(readOperations(server, INVENTORY)).toHaveLength(1);
  });

  test("an operation that makes the whole request fail is isolated, and blocks no other", async () => {
    const counting = await openCoreCount();
    const { server, proxy, terminal, spot } = counting;
    proxy.cut();
    const done = await scanAll(terminal, spot, codesOf(counting));
    // As a broken storage may leave it. Here too no run of sending has read it before.
    await terminal.call(`core.sendNow().then(() => core.db()).then(async (db) => {
      const [, entry] = await db.getAll("outbox");
      await db.put("outbox", { ...entry, operation: { ...entry.operation, operationId: "broken" } });
    })`);
    proxy.restore();
    await terminal.call("core.sendNow()");
    const states = await statesOf(terminal);
    expect(states).toEqual(done.map((_, index) => (index === 1 ? "refused" : "sent")));
    expect(readOperations(server, INVENTORY)).toHaveLength(done.length - 1);
  });

  test("a revoked device sends nothing and keeps its counts; paired again, it sends them with their users", async () => {
    const counting = await openCoreCount();
    const { server, proxy, terminal, spot } = counting;
    const [first = "", second = ""] = codesOf(counting);
    const admin = await server.as("admin");
    const pair = async () => {
      const { body } = await admin.post("/api/device-auth/generate-code");
      await terminal.call(`core.pair("${body.code}", "Dock 1")`);
      return terminal.call<number>("core.now.device.deviceTokenId");
    };
    const deviceTokenId = await pair();
    await scanAll(terminal, spot, [first]);
    proxy.cut();
    await scanAll(terminal, spot, [second]);
    expect((await admin.delete(`/api/device-auth/tokens/${deviceTokenId}`)).status).toBe(204);
    await terminal.call("core.db().then((db) => db.delete('values', 'deviceBearer'))");
    proxy.restore();
    await terminal.call("core.sendNow()");
    await terminal.until("core.now.device.isRevoked");
    expect(await terminal.call("core.now.unsent")).toBeGreaterThan(0);
    await pair();
    await terminal.call("core.sendNow()");
    await terminal.until("core.entriesIn('waiting').then((all) => all.length === 0)");
    for (const { userId } of readOperations(server, INVENTORY)) expect(userId).toBe(3);
  });

  test.each([
    ["an article", (counting: CoreCount) => codesOf(counting)[0] ?? "", "same"],
    ["an unknown code", () => "NOBODY-KNOWS", "unknown"],
  ])(
    "counts of %s that wait for their author's login are shown to the next user as counted",
    async (_, codeOf, verdict) => {
      const counting = await openCoreCount();
      const { server, proxy, terminal, spot } = counting;
      const code = JSON.stringify(codeOf(counting));
      await terminal.pair(server, "Dock 1");
      await terminal.logInByPin(3, "3333");
      proxy.cut();
      await terminal.call(`core.scan(${code}, ${spot})`);
      await terminal.call("core.logOut()");
      const device = await terminal.call<number>("core.now.device.deviceTokenId");
      await (await server.as("admin")).delete(`/api/device-auth/tokens/${device}`);
      await terminal.call("core.db().then((db) => db.delete('values', 'deviceBearer'))");
      proxy.restore();
      await terminal.pair(server, "Dock 2");
      // A request of the former device may still fail.
      await terminal.until('core.enterAtTerminal({ id: 2 }, "2222").then(() => true, () => false)');
      await terminal.call("core.sendNow()");
      await terminal.until("core.entriesIn('refused').then((all) => all.length === 1)");
      const seen = await terminal.call(`core.scan(${code}, ${spot})`);
      expect(seen).toMatchObject({ verdict, quantity: verdict === "same" ? 1 : 2 });
    },
  );

  test("the counts of one user are never sent as another's", async () => {
    const counting = await openCoreCount();
    const { server, proxy, terminal, spot } = counting;
    const [first = "", second = ""] = codesOf(counting);
    proxy.cut();
    const [byUma] = await scanAll(terminal, spot, [first]);
    await terminal.call("core.logOut()");
    proxy.restore();
    await terminal.logIn("both", ["Manager", "User"]);
    await terminal.load(INVENTORY);
    const [byBo] = await scanAll(terminal, spot, [second]);
    await terminal.call("core.sendNow()");
    expect(readOperations(server, INVENTORY).map(({ operationId, userId }) => [operationId, userId])).toEqual(
      [[byBo?.operationId, 4]],
    );
    await terminal.until("core.now.unsent === 1");
    await terminal.logIn("user");
    await terminal.call("core.sendNow()");
    await terminal.until("core.isAllSent()");
    expect(readOperations(server, INVENTORY).find(({ userId }) => userId === 3)?.operationId).toBe(
      byUma?.operationId,
    );
  });
});
