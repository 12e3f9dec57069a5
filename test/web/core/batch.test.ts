import { describe, expect, test } from "vitest";
import type { CountReceipt } from "../../../src/inventories/counting/shapes.ts";
import type { OutboxEntry } from "../../../src/web/kept/outbox-shapes.ts";
import { nextBatch } from "../../../src/web/outbox/batch.ts";
import { refusedFor, withReceipt } from "../../../src/web/outbox/receipt.ts";

const anEntry = (seq: number, more: Partial<OutboxEntry> & { readonly note?: string } = {}): OutboxEntry => {
  const { note, ...rest } = more;
  const at = new Date(Date.UTC(2026, 10, 20) + seq).toISOString();
  return {
    seq,
    operationId: `o${seq}`,
    tenantId: 1,
    inventoryId: 5,
    subject: "a7",
    state: "waiting",
    ahead: 1,
    era: "now",
    operation: {
      operationId: `o${seq}`,
      kind: "set",
      quantity: 1,
      code: "A7",
      at,
      userId: 3,
      ...(note && { note }),
    },
    how: "scan",
    articleId: 7,
    itemId: null,
    placeId: 1,
    before: null,
    shown: { verdict: "counted", name: "", code: null, place: null, author: "", quantity: 1 },
    corrects: null,
    receipt: null,
    problem: null,
    ...rest,
  };
};

const LONG = "x".repeat(4000);

describe("a batch", () => {
  test.each<[string, readonly OutboxEntry[], number, readonly number[]]>([
    ["holds what waits, in the order of its making", [anEntry(1), anEntry(2), anEntry(3)], 200, [1, 2, 3]],
    ["holds no more than it may", [anEntry(1), anEntry(2), anEntry(3)], 2, [1, 2]],
    ["is of one stocktake", [anEntry(1), anEntry(2, { inventoryId: 6 }), anEntry(3)], 200, [1, 3]],
    [
      "is of one era, and leaves out nothing in between",
      [anEntry(1), anEntry(2, { era: "then" }), anEntry(3)],
      200,
      [1],
    ],
  ])("%s", (_, waiting, most, seqs) => {
    expect(nextBatch(waiting, most)?.entries.map(({ seq }) => seq)).toEqual(seqs);
  });

  test("of long notes stays below what the box takes, and holds at least one", () => {
    const waiting = Array.from({ length: 200 }, (_, index) => anEntry(index + 1, { note: LONG }));
    const entries = nextBatch(waiting, 200)?.entries ?? [];
    expect(entries.length).toBeGreaterThan(1);
    expect(Buffer.byteLength(JSON.stringify(entries.map(({ operation }) => operation)))).toBeLessThan(
      1024 * 1024,
    );
    expect(nextBatch([anEntry(1, { note: "x".repeat(2_000_000) })], 200)?.entries).toHaveLength(1);
  });

  test("is none where nothing waits", () => {
    expect(nextBatch([], 200)).toBe(null);
  });
});

describe("a receipt", () => {
  const aReceipt = (more: Partial<CountReceipt>): CountReceipt => ({
    operationId: "o1",
    result: "applied",
    time: null,
    itemId: 70,
    message: "words of the box",
    ...more,
  });

  test.each<[string, Partial<CountReceipt>, Partial<OutboxEntry>]>([
    ["applied: sent, and folded until the items show it", {}, { state: "sent", ahead: 1, problem: null }],
    [
      "a duplicate is what it was first",
      { result: "duplicate", first: "applied" },
      { state: "sent", ahead: 1 },
    ],
    ["a duplicate of a late one is late", { result: "duplicate", first: "late" }, { state: "late" }],
    ["unknown: nothing is folded", { result: "unknown", itemId: null }, { state: "unknown" }],
    [
      "refused: with all the words of the box",
      { result: "refused", errors: [{ path: "code", message: "say where" }] },
      { state: "refused", problem: "words of the box say where" },
    ],
  ])("%s", (_, receipt, after) => {
    const entry = withReceipt(anEntry(1), aReceipt(receipt));
    expect(entry).toMatchObject(after);
    expect(entry?.ahead).toBe(after.ahead);
  });

  test("a request that the box refuses as a whole changes nothing of what has its receipt already", () => {
    expect(refusedFor(anEntry(1), "no")).toMatchObject({ state: "refused", problem: "no" });
    expect(refusedFor(anEntry(1, { state: "sent" }), "no")).toBe(null);
  });
});
