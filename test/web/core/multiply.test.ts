import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { KeptArticle, KeptItem } from "../../../src/web/kept/reference-shapes.ts";
import { anArticle, anItem, onPaper, UMA } from "./paper.ts";

// One scan that stands for several pieces.

const HERE = 1;
const THERE = 2;

const terminal = (items: readonly KeptItem[], article: Partial<KeptArticle> = {}) =>
  onPaper([anArticle(7, article)], items);
const countedThere = (quantity: number): Partial<KeptItem> => ({
  inventoryQuantity: quantity,
  inventoryLocationId: THERE,
  isFound: true,
  counted: { at: "2026-11-20T09:00:00.000Z", user: UMA },
});

describe("a scan of 12 pieces", () => {
  test("is one operation of 12, and says how many there are of how many", () => {
    const paper = terminal([anItem({ quantity: 25 })]);
    const first = paper.scan("A7", HERE, UMA, 12);
    expect(first).toMatchObject({ verdict: "counted", quantity: 12, expected: 25, pieces: 12 });
    const second = paper.scan("A7", HERE, UMA, 12);
    expect(second).toMatchObject({ verdict: "added", quantity: 24, pieces: 12 });
    expect(paper.entries.map(({ operation: { kind, quantity } }) => [kind, quantity])).toEqual([
      ["add", 12],
      ["add", 12],
    ]);
  });

  test("over the expected quantity says so, and counts", () => {
    const paper = terminal([anItem({ quantity: 8 })]);
    expect(paper.scan("A7", HERE, UMA, 12)).toMatchObject({ verdict: "surplus", quantity: 12, expected: 8 });
    expect(paper.all(7)[0]?.quantity).toBe(12);
  });

  test("that makes ten times the expected asks first, once, and counts all 12 when confirmed", () => {
    const paper = terminal([anItem({ quantity: 1 })]);
    expect(paper.scan("A7", HERE, UMA, 12)).toMatchObject({
      verdict: "asked",
      question: "large",
      pieces: 12,
    });
    expect(paper.all(7)[0]?.quantity).toBe(null);
    expect(paper.scan("A7", HERE, UMA, 5)).toMatchObject({ verdict: "asked", openSeq: 1, pieces: 12 });
    paper.answer(1);
    expect(paper.all(7)[0]?.quantity).toBe(12);
  });

  test("with pieces counted before makes ten times the expected together: asks", () => {
    const paper = terminal([anItem({ quantity: 2 })]);
    paper.scan("A7", HERE, UMA, 12);
    expect(paper.scan("A7", HERE, UMA, 12)).toMatchObject({ verdict: "asked", question: "large" });
    expect(paper.all(7)[0]?.quantity).toBe(12);
  });

  test("of what was counted at another location asks with its 12", () => {
    const paper = terminal([anItem({ quantity: 20, ...countedThere(5) })]);
    expect(paper.scan("A7", HERE, UMA, 12)).toMatchObject({ question: "moved", pieces: 12 });
    // Moved here are the 5, and no fewer than the 12 that are here.
    expect(paper.entries[0]).toMatchObject({ state: "asked", pieces: 12, operation: { quantity: 12 } });
  });

  test("of an article with a serial number is refused: one piece per serial number", () => {
    const paper = terminal([anItem({ quantity: 25 })], { serialNumber: "S1" });
    for (const text of ["A7", "S1"]) {
      const { verdict, reason, name } = paper.scan(text, HERE, UMA, 12);
      expect([verdict, name]).toEqual(["failed", "Article 7"]);
      expect(reason?.en).toContain("one piece per serial number");
    }
    expect(paper.entries).toEqual([]);
  });

  test("of a blind count, and of what nobody expects, counts 12: nothing is known to doubt it by", () => {
    const blind = terminal([anItem({ quantity: undefined })]);
    expect(blind.scan("A7", HERE, UMA, 12)).toMatchObject({
      verdict: "counted",
      quantity: 12,
      expected: null,
    });
    const stray = terminal([]);
    expect(stray.scan("A7", HERE, UMA, 12)).toMatchObject({ verdict: "unexpected", quantity: 12 });
  });

  test("of an unknown code is kept with its 12", () => {
    const paper = terminal([]);
    expect(paper.scan("X9", HERE, UMA, 12)).toMatchObject({ verdict: "unknown", pieces: 12 });
    expect(paper.entries[0]?.operation).toMatchObject({ code: "X9", quantity: 12 });
  });
});

test("an undo takes back exactly as many as the scan counted, whatever was scanned before and after", () => {
  const pieces = fc.integer({ min: 1, max: 40 });
  fc.assert(
    fc.property(fc.array(pieces, { minLength: 1, maxLength: 6 }), fc.nat(5), (scans, which) => {
      const paper = terminal([anItem({ quantity: 1000 })]);
      for (const n of scans) paper.scan("A7", HERE, UMA, n);
      const index = which % scans.length;
      paper.undo(paper.entries[index]?.operationId ?? "");
      const left = scans.reduce((sum, n) => sum + n, 0) - (scans[index] ?? 0);
      expect(paper.all(7)[0]?.quantity).toBe(scans.length === 1 ? null : left);
    }),
  );
});
