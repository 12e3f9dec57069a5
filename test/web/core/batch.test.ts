import { describe, expect, test } from "vitest";
import type { CountReceipt } from "../../../src/inventories/counting/shapes.ts";
import type { OutboxEntry } from "../../../src/web/db/outbox-shapes.ts";
import { withReceipt, withRejection } from "../../../src/web/offline/outbox/entries.ts";
import { nextBatch } from "../../../src/web/offline/outbox/send-counts.ts";

const buildEntry = (
  seq: number,
  more: Partial<OutboxEntry> & { readonly note?: string } = {},
): OutboxEntry => {
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
    shown: { verdict: "counted", name: "", code: null, place: null, author: "", quantity: 1, unit: null },
    corrects: null,
    receipt: null,
    problem: null,
    ...rest,
  };
};

const LONG = "x".repeat(4000);

describe("a batch", () => {
  test.each<[string, readonly OutboxEntry[], number, readonly number[]]>([
    [
      "has the unsent operations in their order",
      [buildEntry(1), buildEntry(2), buildEntry(3)],
      200,
      [1, 2, 3],
    ],
    ["has no more operations than allowed", [buildEntry(1), buildEntry(2), buildEntry(3)], 2, [1, 2]],
    [
      "has operations of one stocktake",
      [buildEntry(1), buildEntry(2, { inventoryId: 6 }), buildEntry(3)],
      200,
      [1, 3],
    ],
    [
      "ends before an operation of another era",
      [buildEntry(1), buildEntry(2, { era: "then" }), buildEntry(3)],
      200,
      [1],
    ],
  ])("%s", (_, waiting, most, seqs) => {
    expect(nextBatch(waiting, most)?.entries.map(({ seq }) => seq)).toEqual(seqs);
  });

  test("stays below the server's size limit, and has at least one operation", () => {
    const waiting = Array.from({ length: 200 }, (_, index) => buildEntry(index + 1, { note: LONG }));
    const entries = nextBatch(waiting, 200)?.entries ?? [];
    expect(entries.length).toBeGreaterThan(1);
    expect(Buffer.byteLength(JSON.stringify(entries.map(({ operation }) => operation)))).toBeLessThan(
      1024 * 1024,
    );
    expect(nextBatch([buildEntry(1, { note: "x".repeat(2_000_000) })], 200)?.entries).toHaveLength(1);
  });

  test("is null without unsent operations", () => {
    expect(nextBatch([], 200)).toBe(null);
  });
});

describe("a receipt", () => {
  const buildReceipt = (more: Partial<CountReceipt>): CountReceipt => ({
    operationId: "o1",
    result: "applied",
    time: null,
    itemId: 70,
    message: "words of the server",
    ...more,
  });

  test.each<[string, Partial<CountReceipt>, Partial<OutboxEntry>]>([
    [
      "applied: sent, and still added to the items until they are loaded again",
      {},
      { state: "sent", ahead: 1, problem: null },
    ],
    [
      "a duplicate of an applied one: sent",
      { result: "duplicate", first: "applied" },
      { state: "sent", ahead: 1 },
    ],
    ["a duplicate of a late one: late", { result: "duplicate", first: "late" }, { state: "late" }],
    ["unknown: not added to an item", { result: "unknown", itemId: null }, { state: "unknown" }],
    [
      "refused: with all messages of the server",
      { result: "refused", errors: [{ path: "code", message: "say where" }] },
      { state: "refused", problem: "words of the server say where" },
    ],
  ])("%s", (_, receipt, after) => {
    const entry = withReceipt(buildEntry(1), buildReceipt(receipt), undefined);
    expect(entry).toMatchObject(after);
    expect(entry?.ahead).toBe(after.ahead);
  });

  const sentBefore = { again: { state: "sent", problem: null }, receipt: buildReceipt({}) } as const;

  test.each<[string, object, Partial<CountReceipt>, Partial<OutboxEntry>]>([
    [
      "a duplicate: the stored items include it already",
      { ...sentBefore, ahead: undefined },
      { result: "duplicate", first: "applied" },
      { state: "sent", sentDT: "2026-11-23T10:00:00.000Z" },
    ],
    [
      "applied, and not in the items: added to them until they are loaded again",
      sentBefore,
      {},
      { state: "sent", ahead: 1 },
    ],
    [
      "another content under its id, because its time was corrected: the server has it",
      sentBefore,
      { result: "refused", errors: [{ path: "operationId", message: "used" }] },
      { state: "sent", receipt: sentBefore.receipt },
    ],
    [
      "late again, after a user has dismissed it: dismissed",
      { again: { state: "given-up", problem: "seen" } },
      { result: "late" },
      { state: "given-up", problem: "seen" },
    ],
    [
      "refused for another reason: it needs attention",
      sentBefore,
      { result: "refused" },
      { state: "refused", problem: "words of the server" },
    ],
  ])("of an operation that is sent again: %s", (_, before, receipt, after) => {
    const { ahead, ...rest } = buildEntry(1, before);
    const entry = withReceipt(
      { ...rest, ...(ahead === 1 && { ahead }) },
      buildReceipt(receipt),
      "2026-11-23T10:00:00.000Z",
    );
    expect(entry).toMatchObject(after);
    expect(entry?.ahead).toBe(after.ahead);
    expect(entry?.again).toBe(undefined);
  });

  test("a rejected request does not change an operation that has its receipt", () => {
    expect(withRejection(buildEntry(1), "no")).toMatchObject({ state: "refused", problem: "no" });
    expect(withRejection(buildEntry(1, { state: "sent" }), "no")).toBe(null);
  });
});
