import { describe, expect, test } from "vitest";
import type { TestServer } from "../../harness/server.ts";
import { INVENTORY, type Item, openCoreCount, readItems } from "./core-count.ts";
import { readOperations } from "./read-operations.ts";

// The office sees an open question of a terminal, also where nothing is to be sent.

interface Scanned {
  readonly verdict: string;
  readonly entry: { readonly seq: number; readonly operationId: string };
}

/** The operations that the office sees as pending, of all terminals. */
async function pendingAt(server: TestServer): Promise<number> {
  const { body } = await server.manager.get(`/api/inventories/${INVENTORY}/progress?details=true`);
  const numbers = (body.terminals as readonly { pending: number }[]).map((one) => one.pending);
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** An expression: a location where the item is not expected. */
const elsewhereOf = (item: Item | undefined) =>
  `{ inventoryId: ${INVENTORY}, placeId: ${item?.locationId === 1 ? 2 : 1} }`;

/** The counted pieces of an article at the server: `here`, where it is expected, and elsewhere. */
async function countedOf(server: TestServer, expected: Item | undefined) {
  const items = (await readItems(server)).filter(({ articleId }) => articleId === expected?.articleId);
  return items
    .filter(({ inventoryQuantity }) => inventoryQuantity !== null)
    .map(({ inventoryLocationId, inventoryQuantity }) => [
      inventoryLocationId === expected?.locationId ? "here" : "there",
      inventoryQuantity,
    ]);
}

const codeOf = (item: Item | undefined) => JSON.stringify(item?.article.code);

describe("an open question", () => {
  test("is pending for the office with an empty queue, until it is answered", async () => {
    const { server, proxy, terminal, singles, spot } = await openCoreCount();
    const manager = await server.as("manager");
    const pending = () => pendingAt(server);
    const [single] = singles;
    const code = codeOf(single);
    const elsewhere = elsewhereOf(single);
    await terminal.call(`core.scan(${code}, ${spot})`);
    await terminal.call("core.sendNow()");
    await terminal.until("core.isAllSent()");
    proxy.cut();
    const first = await terminal.call<Scanned>(`core.scan(${code}, ${elsewhere})`);
    expect(first.verdict).toBe("asked");
    expect(await pending()).toBe(0);
    proxy.restore();
    await terminal.call("core.sendNow()");
    await expect.poll(pending).toBe(1);
    await terminal.call(`core.change.answerQuestion(${first.entry.seq}, { kind: "skip" })`);
    await expect.poll(pending).toBe(0);
    const second = await terminal.call<Scanned>(`core.scan(${code}, ${elsewhere})`);
    await expect.poll(pending).toBe(1);
    const finished = await manager.put(`/api/inventories/${INVENTORY}/finish`);
    expect(finished.body.pending).toBe(1);
    await terminal.call(`core.change.answerQuestion(${second.entry.seq}, { kind: "moved" })`);
    await expect.poll(pending).toBe(0);
  });

  test("about an unknown code that was matched is skipped: the code has its pieces again", async () => {
    const { server, terminal, singles, spot } = await openCoreCount();
    const [single] = singles;
    const elsewhere = elsewhereOf(single);
    await terminal.call(`core.scan(${codeOf(single)}, ${spot})`);
    const unknown = await terminal.call<Scanned>(`core.scan("NOBODY-KNOWS", ${elsewhere})`);
    const matched = await terminal.call<Scanned>(
      `core.articleOf(${single?.articleId}).then((article) => core.addAsFound("${unknown.entry.operationId}", article, ${elsewhere}))`,
    );
    expect(matched.verdict).toBe("asked");
    await terminal.call(`core.change.answerQuestion(${matched.entry.seq}, { kind: "skip" })`);
    await terminal.call("core.sendNow()");
    await terminal.until("core.isAllSent()");
    const added = readOperations(server, INVENTORY).filter(({ code }) => code === "NOBODY-KNOWS");
    expect(added.map(({ entered }) => JSON.parse(entered ?? "null").inventoryQuantity)).toEqual([1, -1, 1]);
  });

  test("about a matched code that is skipped on two screens at once is answered once", async () => {
    const { server, terminal, singles, spot } = await openCoreCount();
    const [single] = singles;
    const elsewhere = elsewhereOf(single);
    await terminal.call(`core.scan(${codeOf(single)}, ${spot})`);
    const unknown = await terminal.call<Scanned>(`core.scan("NOBODY-KNOWS", ${elsewhere})`);
    const { entry } = await terminal.call<Scanned>(
      `core.articleOf(${single?.articleId}).then((article) => core.addAsFound("${unknown.entry.operationId}", article, ${elsewhere}))`,
    );
    const skip = `core.change.answerQuestion(${entry.seq}, { kind: "skip" })`;
    await terminal.call(`Promise.all([${skip}, ${skip}])`);
    await terminal.call("core.sendNow()");
    await terminal.until("core.isAllSent()");
    const added = readOperations(server, INVENTORY).filter(({ code }) => code === "NOBODY-KNOWS");
    expect(added.map(({ entered }) => JSON.parse(entered ?? "null").inventoryQuantity)).toEqual([1, -1, 1]);
  });

  test.each([
    ["one more here, undone, leaves what was counted before the question", "undo(id)", [["there", 1]]],
    [
      "one more here, undone and redone, counts both",
      "undo(id).then(() => core.change.redo(id))",
      [
        ["here", 1],
        ["there", 1],
      ],
    ],
    ["one more here, undone by its first count, undoes the second too", "undo(other)", [["there", 1]]],
  ])("with the answer %s", async (_, change, counted) => {
    const { server, terminal, singles, spot } = await openCoreCount();
    const [single] = singles;
    const code = codeOf(single);
    await terminal.call(`core.scan(${code}, ${elsewhereOf(single)})`);
    const { entry } = await terminal.call<Scanned>(`core.scan(${code}, ${spot})`);
    await terminal.call(`core.change.answerQuestion(${entry.seq}, { kind: "add" })`);
    await terminal.call(`core.entriesIn("waiting", "sent").then((all) => {
      const [other, id] = all.slice(-2).map(({ operationId }) => operationId);
      return core.change.${change};
    })`);
    await terminal.call("core.sendNow()");
    await terminal.until("core.isAllSent()");
    expect(await countedOf(server, single)).toEqual(counted);
  });

  test("about a matched code that is answered by one more, and undone, gives the code its pieces back", async () => {
    const { server, terminal, singles, spot } = await openCoreCount();
    const [single] = singles;
    await terminal.call(`core.scan(${codeOf(single)}, ${elsewhereOf(single)})`);
    const unknown = await terminal.call<Scanned>(`core.scan("NOBODY-KNOWS", ${spot})`);
    const { entry } = await terminal.call<Scanned>(
      `core.articleOf(${single?.articleId}).then((article) => core.addAsFound("${unknown.entry.operationId}", article, ${spot}))`,
    );
    await terminal.call(`core.change.answerQuestion(${entry.seq}, { kind: "add" })`);
    await terminal.call(`core.entriesIn("waiting", "sent").then((all) => {
      const { operationId } = all.find((one) => one.operation.isExtra);
      return core.change.undo(operationId);
    })`);
    await terminal.call("core.sendNow()");
    await terminal.until("core.isAllSent()");
    expect(await countedOf(server, single)).toEqual([["there", 1]]);
    const added = readOperations(server, INVENTORY).filter(({ code }) => code === "NOBODY-KNOWS");
    expect(added.map(({ entered }) => JSON.parse(entered ?? "null").inventoryQuantity)).toEqual([1, -1, 1]);
  });

  test("about a matched code can be skipped when its stocktake is cancelled: the article keeps the code", async () => {
    const { server, terminal, singles, spot } = await openCoreCount();
    const [single] = singles;
    const manager = await server.as("manager");
    const elsewhere = elsewhereOf(single);
    await terminal.call(`core.scan(${codeOf(single)}, ${spot})`);
    const unknown = await terminal.call<Scanned>(`core.scan("NOBODY-KNOWS", ${elsewhere})`);
    const { entry } = await terminal.call<Scanned>(
      `core.articleOf(${single?.articleId}).then((article) => core.addAsFound("${unknown.entry.operationId}", article, ${elsewhere}))`,
    );
    await terminal.call(
      `core.errands.queueCommand({ kind: "code", articleId: ${single?.articleId}, code: "NOBODY-KNOWS" }, "Code")`,
    );
    const codes = async () => (await manager.get(`/api/articles/${single?.articleId}/codes`)).body;
    await expect.poll(codes).toHaveLength(1);
    await terminal.until("core.entriesIn('waiting').then((all) => all.length === 0)");
    await manager.put(`/api/inventories/${INVENTORY}/postpone`);
    await manager.put(`/api/inventories/${INVENTORY}/cancel`);
    await terminal.call("core.refreshInventories()");
    const answer = (kind: string) =>
      terminal.call<string>(
        `core.change.answerQuestion(${entry.seq}, { kind: "${kind}" }).then(() => "answered", (error) => error.message)`,
      );
    expect(await answer("moved")).toMatch(/This stocktake is not here/);
    expect(await answer("skip")).toBe("answered");
    await terminal.until("core.isAllSent()");
    expect(await codes()).toHaveLength(1);
  });

  test("is reported again where the answer to its report was lost", async () => {
    const { server, proxy, terminal, singles, spot } = await openCoreCount();
    const [single] = singles;
    await terminal.call(`core.scan(${codeOf(single)}, ${spot})`);
    await terminal.call("core.sendNow()");
    await terminal.until("core.isAllSent()");
    proxy.loseResponses();
    const { entry } = await terminal.call<Scanned>(`core.scan(${codeOf(single)}, ${elsewhereOf(single)})`);
    await terminal.call("void core.sendNow()");
    await expect.poll(() => pendingAt(server)).toBe(1);
    proxy.cut();
    await terminal.call(`core.change.answerQuestion(${entry.seq}, { kind: "skip" })`);
    proxy.restore();
    await terminal.call("core.sendNow()");
    await expect.poll(() => pendingAt(server)).toBe(0);
  });

  test("is pending once where several users share a browser without a pairing, until its author answers it", async () => {
    const { server, terminal, singles, spot } = await openCoreCount();
    const [single, another] = singles;
    await terminal.call(`core.scan(${codeOf(single)}, ${spot})`);
    const { entry } = await terminal.call<Scanned>(`core.scan(${codeOf(single)}, ${elsewhereOf(single)})`);
    await expect.poll(() => pendingAt(server)).toBe(1);
    await terminal.call("core.logOut()");
    await terminal.logIn("manager", ["Manager"]);
    await terminal.call(`core.scan(${codeOf(another)}, ${spot})`);
    await terminal.call("core.sendNow()");
    await terminal.until("core.entriesIn('waiting').then((all) => all.length === 0)");
    expect(await pendingAt(server)).toBe(1);
    await terminal.call("core.logOut()");
    await terminal.logIn("user");
    await terminal.call(`core.change.answerQuestion(${entry.seq}, { kind: "skip" })`);
    await expect.poll(() => pendingAt(server)).toBe(0);
  });
});
