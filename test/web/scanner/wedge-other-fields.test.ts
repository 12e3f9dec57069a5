import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createTypist } from "./typist.ts";

const CODE = "INV-000001";

describe("in another field", () => {
  test.each(["key and input", "input"] as const)("a scan by %s is removed from the field's text", (by) => {
    const { type, note, end, texts, scans, pass } = createTypist();
    type(note, "broken glass ", { everyMs: 120, by });
    type(note, CODE, { by });
    expect(end(note)).toBe(true);
    pass(200);
    expect(texts()).toEqual([CODE]);
    expect(scans[0]?.isStray).toBe(true);
    expect(note.value).toBe("broken glass ");
  });

  test("a scan without an end is removed after the silence", () => {
    const { type, note, pass, texts } = createTypist();
    type(note, CODE);
    pass(150);
    expect(texts()).toEqual([CODE]);
    expect(note.value).toBe("");
  });

  test("a code that a keyboard app inserts at once, with Enter right after it, is a scan", () => {
    const { put, note, end, texts } = createTypist();
    put(note, CODE, "input");
    expect(end(note)).toBe(true);
    expect(texts()).toEqual([CODE]);
  });

  test("in a field for digits a scan has its letters too", () => {
    const { wedge, note, type, end, texts } = createTypist();
    type(note, "A-1", { by: "key" });
    wedge.key(note.target, "7", 6);
    note.value += "7";
    expect(end(note)).toBe(true);
    expect(texts()).toEqual(["A-17"]);
    expect(note.value).toBe("");
  });

  test("three keys at scanner speed stay", () => {
    const { type, note, end, texts } = createTypist();
    type(note, "abc");
    expect(end(note)).toBe(false);
    expect(texts()).toEqual([]);
  });

  test("a swiped, autofilled or dictated word stays, also with Enter after it", () => {
    const { put, note, pass, end, texts } = createTypist();
    put(note, "screwdriver", "input");
    pass(160);
    put(note, " cordless", "input");
    pass(160);
    expect(end(note)).toBe(false);
    expect(texts()).toEqual([]);
    expect(note.value).toBe("screwdriver cordless");
  });

  test("pasted text stays, also with Enter after it", () => {
    const { wedge, put, note, end, texts } = createTypist();
    put(note, CODE, "input");
    wedge.forget(note.target.field);
    expect(end(note)).toBe(false);
    expect(texts()).toEqual([]);
  });

  test("a word that a keyboard app commits again with Enter stays", () => {
    const { type, wedge, note, at, end, texts } = createTypist();
    type(note, "drill", { everyMs: 120, by: "input" });
    wedge.input(note.target, at());
    wedge.input(note.target, at());
    expect(end(note)).toBe(false);
    expect(texts()).toEqual([]);
    expect(note.value).toBe("drill");
  });

  test("typing with more than 40 ms between the keys is never a scan", () => {
    const gaps = fc.array(fc.integer({ min: 41, max: 400 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(gaps, (all) => {
        const { put, note, pass, end, texts } = createTypist();
        for (const gap of all) {
          put(note, "x");
          pass(gap);
        }
        expect(end(note)).toBe(false);
        pass(1000);
        expect([texts(), note.value]).toEqual([[], "x".repeat(all.length)]);
      }),
    );
  });
});
