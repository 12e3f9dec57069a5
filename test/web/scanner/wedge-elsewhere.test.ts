import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aTypist } from "./typist.ts";

const CODE = "INV-000001";

describe("in another field", () => {
  test.each(["key and input", "input"] as const)(
    "a scan that comes by %s is taken out of what was there",
    (by) => {
      const { type, note, end, texts, scans, pass } = aTypist();
      type(note, "broken glass ", { everyMs: 120, by });
      type(note, CODE, { by });
      expect(end(note)).toBe(true);
      pass(200);
      expect(texts()).toEqual([CODE]);
      expect(scans[0]?.isStray).toBe(true);
      expect(note.value).toBe("broken glass ");
    },
  );

  test("a scan without an end is taken out after the silence", () => {
    const { type, note, pass, texts } = aTypist();
    type(note, CODE);
    pass(150);
    expect(texts()).toEqual([CODE]);
    expect(note.value).toBe("");
  });

  test("a code that the keyboard's app puts in at once is a scan by the Enter right behind it", () => {
    const { put, note, end, texts } = aTypist();
    put(note, CODE, "input");
    expect(end(note)).toBe(true);
    expect(texts()).toEqual([CODE]);
  });

  test("a field that takes digits only gives back the letters as well", () => {
    const { wedge, note, type, end, texts } = aTypist();
    type(note, "A-1", { by: "key" });
    wedge.key(note.target, "7", 6);
    note.value += "7";
    expect(end(note)).toBe(true);
    expect(texts()).toEqual(["A-17"]);
    expect(note.value).toBe("");
  });

  test.each([
    ["slow typing", 120],
    ["the fastest typing", 45],
  ])("%s stays, with Enter behind it", (_, everyMs) => {
    const { type, note, end, pass, texts } = aTypist();
    type(note, "drill in shelf 4", { everyMs });
    expect(end(note)).toBe(false);
    pass(1000);
    expect(texts()).toEqual([]);
    expect(note.value).toBe("drill in shelf 4");
  });

  test("three keys that are pressed together stay", () => {
    const { type, note, end, texts } = aTypist();
    type(note, "abc");
    expect(end(note)).toBe(false);
    expect(texts()).toEqual([]);
  });

  test("a word that is swiped, autofilled or spoken stays, with an Enter after it", () => {
    const { put, note, pass, end, texts } = aTypist();
    put(note, "screwdriver", "input");
    pass(160);
    put(note, " cordless", "input");
    pass(160);
    expect(end(note)).toBe(false);
    expect(texts()).toEqual([]);
    expect(note.value).toBe("screwdriver cordless");
  });

  test("what is pasted stays, whatever follows", () => {
    const { wedge, put, note, end, texts } = aTypist();
    put(note, CODE, "input");
    wedge.forget(note.target.field);
    expect(end(note)).toBe(false);
    expect(texts()).toEqual([]);
  });

  test("a word that the keyboard commits again with Enter stays", () => {
    const { type, wedge, note, at, end, texts } = aTypist();
    type(note, "drill", { everyMs: 120, by: "input" });
    wedge.input(note.target, at());
    wedge.input(note.target, at());
    expect(end(note)).toBe(false);
    expect(texts()).toEqual([]);
    expect(note.value).toBe("drill");
  });

  test("typing at any human pace is never taken for a scan", () => {
    const gaps = fc.array(fc.integer({ min: 41, max: 400 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(gaps, (all) => {
        const { put, note, pass, end, texts } = aTypist();
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
