import fc from "fast-check";
import { expect, test } from "vitest";
import type { StoredArticle, StoredItem } from "../../../src/web/db/outbox-shapes.ts";
import type { Client } from "../../harness/client.ts";
import type { createClock } from "../../harness/clock.ts";
import { startServerWithClock } from "../../harness/server.ts";
import { times } from "../../harness/times.ts";
import { pairTerminal } from "../../inventories/inventory-setup.ts";
import { createWarehouse, type Warehouse } from "../../inventories/stocktake.ts";
import { buildArticle, type SimulatedTerminal, simulateTerminal } from "./simulated-terminal.ts";

// Office and terminals with an unknown code, in any order. The model: the pieces really scanned at each location.

const PLACES = ["shelf", "rack"] as const;
type Place = (typeof PLACES)[number];

const terminal = fc.nat({ max: 1 });
const place = fc.constantFrom(...PLACES);
const action = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant("scan" as const),
      terminal,
      place,
      pieces: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("type" as const),
      terminal,
      place,
      quantity: fc.nat({ max: 9 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("oldScan" as const),
      place,
      pieces: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("oldUndo" as const), place }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("undo" as const), terminal }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("discard" as const), terminal, place }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("match" as const), terminal }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("send" as const), terminal }) },
  { weight: 2, arbitrary: fc.constant({ kind: "sendOld" as const }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("sync" as const), terminal }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      { kind: "attach" as const },
      { kind: "assign" as const },
      { kind: "create" as const },
    ),
  },
  { weight: 1, arbitrary: fc.constant({ kind: "finish" as const }) },
);
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

let round = 0;

test("all pieces of an unknown code are counted once and where they were scanned, whatever office and terminals do", async () => {
  const { clock, server } = await startServerWithClock();
  const warehouse = createWarehouse(server);
  for (const name of PLACES) await warehouse.addLocation(name);
  const clients = [
    (await pairTerminal(server, "One")).client,
    (await pairTerminal(server, "Two")).client,
    (await pairTerminal(server, "Old")).client,
  ];
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 40 }), async (actions) => {
      const story = await begin(warehouse, clients, clock);
      for (const each of actions) await story.act(each);
      await story.end();
    }),
    { numRuns: times(30) },
  );
});

async function begin(
  warehouse: Warehouse,
  clients: readonly Client[],
  clock: ReturnType<typeof createClock>,
) {
  const { manager } = warehouse;
  const code = `EAN-${++round}`;
  // An article has 100 additional codes at most.
  const expected = `A-${round}`;
  await warehouse.article(expected, { shelf: 5, rack: 5 });
  const inventory = await warehouse.stocktake([...PLACES]);
  clock.advance(1000);
  /** Each operation has a time of its own. */
  const now = () => {
    clock.advance(1);
    return clock.now();
  };
  const known: readonly StoredArticle[] = [
    buildArticle(warehouse.id(expected), { code: expected, name: expected }),
  ];
  const terminals = await Promise.all(
    [0, 1].map(async (index) => {
      const simulated = simulateTerminal(known, [], { clock: now, inventoryId: inventory });
      await syncItems(simulated, clients[index]);
      return simulated;
    }),
  );
  const old: object[] = [];
  /** The scans of the old terminal that it has not undone. */
  const oldScans = { shelf: [] as number[], rack: [] as number[] };
  const seenByOld = (await client(2).get(`/api/inventories/${inventory}/items?since=`)).body.cursor;
  /** The pieces of the new terminals and of the old one. */
  const real = [0, 1, 2].map(() => ({ shelf: 0, rack: 0 }));
  let articles = known;
  let isFinished = false;
  const timeline = new Map<
    string,
    { readonly terminal: number; readonly place: Place; readonly pieces: number }
  >();

  function client(index: number): Client {
    const found = clients[index];
    if (found === undefined) throw new Error(`no client ${index}`);
    return found;
  }
  const simulatedOf = (index: number) => {
    const found = terminals[index];
    if (found === undefined) throw new Error(`no terminal ${index}`);
    return found;
  };
  const realOf = (index: number) => real[index] ?? { shelf: 0, rack: 0 };

  async function syncItems(simulated: SimulatedTerminal, by: Client | undefined): Promise<void> {
    const { body } = await (by ?? manager).get(`/api/inventories/${inventory}/items?since=`);
    simulated.items = body.items as StoredItem[];
    simulated.cursor = body.cursor;
    simulated.entries.forEach((entry, index) => {
      if (entry.state !== "sent") return;
      const { ahead: _, ...confirmed } = entry;
      simulated.entries[index] = confirmed;
    });
  }

  /** Sends what waits, and stores the receipts. */
  async function sendAll(index: number): Promise<void> {
    const { entries } = simulatedOf(index);
    const waiting = entries.filter(({ state }) => state === "waiting");
    if (waiting.length === 0) return;
    const operations = waiting.map(({ operation }) => operation);
    const { status, body } = await client(index).post(`/api/inventories/${inventory}/counts`, { operations });
    expect(status).toBe(200);
    for (const receipt of body.receipts) {
      const at = entries.findIndex(({ operationId }) => operationId === receipt.operationId);
      const entry = entries[at];
      if (entry === undefined) throw new Error("a receipt of nothing");
      expect(receipt.result).not.toBe("refused");
      const { ahead: _, ...rest } = entry;
      const state = receipt.result === "applied" ? ("sent" as const) : receipt.result;
      entries[at] = { ...rest, receipt, state, ...(state === "sent" && { ahead: 1 as const }) };
    }
  }

  /** Counts a step of a terminal in the model: the pieces of its new operations, without those of a match. */
  function step(index: number, at: Place, work: () => void, pieces: () => number): void {
    const before = simulatedOf(index).entries.length;
    work();
    const added = simulatedOf(index).entries.slice(before);
    const [entry] = added;
    if (entry === undefined) return;
    realOf(index)[at] += pieces();
    timeline.set(entry.operationId, { terminal: index, place: at, pieces: pieces() });
  }

  async function attachToA(): Promise<void> {
    const { body } = await manager.post(`/api/articles/${warehouse.id(expected)}/codes`, { code });
    expect(body.code).toBe(code);
    articles = known.map((article) => ({ ...article, codes: [{ code, packQuantity: null }] }));
  }

  /** What a terminal of an earlier version sends for a scan, and for its undo (null). */
  function oldSet(at: Place, quantity: number | null): object {
    const time = now();
    const hex = time.toString(16).padStart(12, "0");
    const id = `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${String(time).padStart(12, "0").slice(-12)}`;
    const named = { operationId: id, code, locationId: warehouse.at(at), seen: seenByOld };
    return { ...named, kind: "set", quantity, at: new Date(time).toISOString() };
  }

  async function act(done: Action): Promise<void> {
    switch (done.kind) {
      case "scan": {
        const simulated = simulatedOf(done.terminal);
        const scan = () => simulated.scan(code, warehouse.at(done.place), undefined, done.pieces);
        step(done.terminal, done.place, scan, () => done.pieces);
        return;
      }
      case "type": {
        const simulated = simulatedOf(done.terminal);
        let difference = 0;
        const type = () => {
          simulated.typeCode(code, warehouse.at(done.place), done.quantity);
          difference = simulated.entries.at(-1)?.operation.quantity ?? 0;
        };
        step(done.terminal, done.place, type, () => difference);
        return;
      }
      case "oldScan":
        old.push(oldSet(done.place, done.pieces));
        oldScans[done.place].push(done.pieces);
        realOf(2)[done.place] += done.pieces;
        return;
      case "oldUndo": {
        const pieces = oldScans[done.place].pop();
        if (pieces === undefined) return;
        old.push(oldSet(done.place, null));
        realOf(2)[done.place] -= pieces;
        return;
      }
      case "undo": {
        const { entries, undo } = simulatedOf(done.terminal);
        const undone = new Set(entries.filter(({ how }) => how === "undo").map(({ corrects }) => corrects));
        const last = entries.findLast(({ how, operationId }) => how !== "undo" && !undone.has(operationId));
        if (last === undefined || last.state === "late" || last.state === "asked") return;
        undo(last.operationId);
        const taken = timeline.get(last.operationId) ?? restoredFrom(last.corrects);
        if (taken !== undefined) realOf(taken.terminal)[taken.place] -= taken.pieces;
        return;
      }
      case "discard": {
        const simulated = simulatedOf(done.terminal);
        const before = simulated.entries.length;
        simulated.discard(code, warehouse.at(done.place));
        for (const { operation } of simulated.entries.slice(before))
          realOf(done.terminal)[done.place] += operation.quantity ?? 0;
        return;
      }
      case "match":
        simulatedOf(done.terminal).match(code, warehouse.id(expected));
        return;
      case "send":
        return sendAll(done.terminal);
      case "sendOld": {
        if (old.length === 0) return;
        const operations = old.splice(0);
        const { status } = await client(2).post(`/api/inventories/${inventory}/counts`, { operations });
        expect(status).toBe(200);
        return;
      }
      case "sync":
        simulatedOf(done.terminal).articles = articles;
        return syncItems(simulatedOf(done.terminal), client(done.terminal));
      case "attach":
        if (articles === known) await attachToA();
        return;
      case "assign": {
        const path = `/api/inventories/${inventory}/operations?state=unknown`;
        const [operation] = (await manager.get(path)).body;
        if (articles !== known || operation === undefined) return;
        await attachToA();
        const applied = await manager.put(`/api/inventories/operations/${operation.operationId}/apply`);
        expect(applied.status).toBe(200);
        return;
      }
      case "create": {
        if (articles !== known) return;
        const oid = await warehouse.article(code, {});
        articles = [...known, buildArticle(oid, { code, name: code })];
        return;
      }
      case "finish":
        if (!isFinished) await warehouse.move(inventory, "finish");
        isFinished = true;
    }
  }

  /** An operation that an undone match has restored is one of the code again. */
  function restoredFrom(corrects: string | null) {
    return corrects === null ? undefined : timeline.get(corrects);
  }

  async function end(): Promise<void> {
    for (const index of [0, 1]) await sendAll(index);
    await act({ kind: "sendOld" });
    if (isFinished) await warehouse.move(inventory, "reopen");
    if (articles === known) await attachToA();
    const { body } = await manager.get(`/api/inventories/${inventory}/items`);
    const items = body as readonly StoredItem[];
    const counted = Object.fromEntries(
      PLACES.map((name) => {
        const here = items.filter((item) => item.inventoryLocationId === warehouse.at(name));
        return [name, here.reduce((sum, item) => sum + (item.inventoryQuantity ?? 0), 0)];
      }),
    );
    const scanned = Object.fromEntries(
      PLACES.map((name) => [name, real.reduce((sum, pieces) => sum + pieces[name], 0)]),
    );
    expect(counted).toEqual(scanned);
    // What each terminal says then is what the server has.
    for (const index of [0, 1]) {
      const simulated = simulatedOf(index);
      simulated.articles = articles;
      await syncItems(simulated, client(index));
      for (const name of PLACES) {
        const { quantity } = simulated.scan(code, warehouse.at(name));
        await sendAll(index);
        await syncItems(simulated, client(index));
        const article = articles.at(-1)?.oid;
        const item = simulated.items.find(
          (one) =>
            one.articleId === article && (one.locationId ?? one.foundAtLocationId) === warehouse.at(name),
        );
        expect(quantity).toBe(item?.inventoryQuantity);
      }
    }
  }

  return { act, end };
}
