import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StoredArticle, StoredItem } from "../../../src/web/db/outbox-shapes.ts";
import { buildArticle, buildItem, simulateTerminal, UMA } from "./simulated-terminal.ts";

const HERE = 1;
const THERE = 2;

const simulate = (items: readonly StoredItem[], article: Partial<StoredArticle> = {}) =>
  simulateTerminal([buildArticle(7, article)], items);
const countedThere = (quantity: number): Partial<StoredItem> => ({
  inventoryQuantity: quantity,
  inventoryLocationId: THERE,
  isFound: true,
  counted: { at: "2026-11-20T09:00:00.000Z", user: UMA },
});

describe("a scan of 12 pieces", () => {
  test("is one operation of 12, and has the counted and the expected quantity", () => {
    const simulated = simulate([buildItem({ quantity: 25 })]);
    const first = simulated.scan("A7", HERE, UMA, 12);
    expect(first).toMatchObject({ verdict: "counted", quantity: 12, expected: 25, pieces: 12 });
    const second = simulated.scan("A7", HERE, UMA, 12);
    expect(second).toMatchObject({ verdict: "added", quantity: 24, pieces: 12 });
    expect(simulated.entries.map(({ operation: { kind, quantity } }) => [kind, quantity])).toEqual([
      ["add", 12],
      ["add", 12],
    ]);
  });

  test("over the expected quantity is a surplus, and counts", () => {
    const simulated = simulate([buildItem({ quantity: 8 })]);
    expect(simulated.scan("A7", HERE, UMA, 12)).toMatchObject({
      verdict: "surplus",
      quantity: 12,
      expected: 8,
    });
    expect(simulated.all(7)[0]?.quantity).toBe(12);
  });

  test("that makes ten times the expected quantity is asked about once, and counts all 12 when confirmed", () => {
    const simulated = simulate([buildItem({ quantity: 1 })]);
    expect(simulated.scan("A7", HERE, UMA, 12)).toMatchObject({
      verdict: "asked",
      question: "large",
      pieces: 12,
    });
    expect(simulated.all(7)[0]?.quantity).toBe(null);
    expect(simulated.scan("A7", HERE, UMA, 5)).toMatchObject({ verdict: "asked", openSeq: 1, pieces: 12 });
    simulated.answer(1);
    expect(simulated.all(7)[0]?.quantity).toBe(12);
  });

  test("that makes ten times the expected quantity with pieces counted before is asked about", () => {
    const simulated = simulate([buildItem({ quantity: 2 })]);
    simulated.scan("A7", HERE, UMA, 12);
    expect(simulated.scan("A7", HERE, UMA, 12)).toMatchObject({ verdict: "asked", question: "large" });
    expect(simulated.all(7)[0]?.quantity).toBe(12);
  });

  test("of a piece counted at another location is asked about with its 12", () => {
    const simulated = simulate([buildItem({ quantity: 20, ...countedThere(5) })]);
    expect(simulated.scan("A7", HERE, UMA, 12)).toMatchObject({ question: "moved", pieces: 12 });
    // The answer “moved here” counts the 12 that were scanned, not the 5 that were counted there.
    expect(simulated.entries[0]).toMatchObject({ state: "asked", pieces: 12, operation: { quantity: 12 } });
  });

  test("of an article with a serial number fails: one piece per serial number", () => {
    const simulated = simulate([buildItem({ quantity: 25 })], { serialNumber: "S1" });
    for (const text of ["A7", "S1"]) {
      const { verdict, reason, name } = simulated.scan(text, HERE, UMA, 12);
      expect([verdict, name]).toEqual(["failed", "Article 7"]);
      expect(reason?.source).toContain("one piece per serial number");
    }
    expect(simulated.entries).toEqual([]);
  });

  test("in a blind stocktake, and of an unexpected article, counts 12 without a question", () => {
    const blind = simulate([buildItem({ quantity: undefined })]);
    expect(blind.scan("A7", HERE, UMA, 12)).toMatchObject({
      verdict: "counted",
      quantity: 12,
      expected: null,
    });
    const stray = simulate([]);
    expect(stray.scan("A7", HERE, UMA, 12)).toMatchObject({ verdict: "unexpected", quantity: 12 });
  });

  test("of an unknown code is stored with its 12", () => {
    const simulated = simulate([]);
    expect(simulated.scan("X9", HERE, UMA, 12)).toMatchObject({ verdict: "unknown", pieces: 12 });
    expect(simulated.entries[0]?.operation).toMatchObject({ code: "X9", quantity: 12 });
  });
});

test("an undo subtracts exactly the pieces of its scan, whatever was scanned before and after", () => {
  const pieces = fc.integer({ min: 1, max: 40 });
  fc.assert(
    fc.property(fc.array(pieces, { minLength: 1, maxLength: 6 }), fc.nat(5), (scans, which) => {
      const simulated = simulate([buildItem({ quantity: 1000 })]);
      for (const n of scans) simulated.scan("A7", HERE, UMA, n);
      const index = which % scans.length;
      simulated.undo(simulated.entries[index]?.operationId ?? "");
      const left = scans.reduce((sum, n) => sum + n, 0) - (scans[index] ?? 0);
      expect(simulated.all(7)[0]?.quantity).toBe(scans.length === 1 ? null : left);
    }),
  );
});
