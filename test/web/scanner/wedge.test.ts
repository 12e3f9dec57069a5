import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aTypist } from "./typist.ts";

const CODE = "INV-000001";

describe("in its own field", () => {
  test.each(["key and input", "input", "key"] as const)("a scan that comes by %s is read", (by) => {
    const { type, own, end, texts } = aTypist();
    type(own, CODE, { by });
    expect(end(own)).toBe(true);
    expect(texts()).toEqual([CODE]);
    expect(own.value).toBe("");
  });

  test.each(["Enter", "Tab"] as const)("%s ends a scan at once", (by) => {
    const { type, own, end, scans } = aTypist();
    type(own, CODE);
    end(own, by);
    expect(scans).toMatchObject([{ raw: CODE, ending: by, startedAt: 0, endedAt: 20, longestGap: 2 }]);
  });

  test("150 ms of silence end a scan, 149 do not", () => {
    const { type, own, pass, scans } = aTypist();
    type(own, CODE, { everyMs: 0 });
    pass(149);
    expect(scans).toEqual([]);
    pass(1);
    expect(scans).toMatchObject([{ raw: CODE, ending: "silence" }]);
  });

  test("a scanner that ends its scans by a key is waited for when the device stalls", () => {
    const { type, own, end, pass, texts } = aTypist();
    type(own, CODE);
    end(own);
    pass(300);
    type(own, "INV-");
    pass(400);
    type(own, "000002");
    end(own);
    expect(texts()).toEqual([CODE, "INV-000002"]);
  });

  test("a scanner that no longer ends its scans by a key is believed after half a second", () => {
    const { type, own, end, pass, texts } = aTypist();
    type(own, CODE);
    end(own);
    pass(300);
    type(own, "INV-000002");
    pass(500);
    type(own, "INV-000003");
    pass(150);
    expect(texts()).toEqual([CODE, "INV-000002", "INV-000003"]);
  });

  test("a scanner that pauses 200 ms between its characters is waited for", () => {
    const { type, own, pass, texts } = aTypist();
    type(own, CODE, { everyMs: 200 });
    expect(texts()).toEqual([]);
    pass(600);
    expect(texts()).toEqual([CODE]);
  });

  test("a code that somebody types by hand is one scan", () => {
    const { type, own, end, texts } = aTypist();
    type(own, "4711", { everyMs: 450 });
    end(own);
    expect(texts()).toEqual(["4711"]);
  });

  test("the second of two ends is nobody else's", () => {
    const { type, own, end, pass, texts } = aTypist();
    type(own, CODE);
    expect(end(own)).toBe(true);
    pass(5);
    expect(end(own, "Tab")).toBe(true);
    pass(200);
    expect(end(own, "Tab")).toBe(false);
    expect(texts()).toEqual([CODE]);
  });

  test("Enter alone is no scan", () => {
    const { own, end, texts } = aTypist();
    expect(end(own)).toBe(false);
    expect(texts()).toEqual([]);
  });

  test("text that comes at once with its line ends is as many scans, its rest is left", () => {
    const { wedge, own, texts } = aTypist();
    expect(wedge.lines(own.target, "A-1\r\nA-2\nA", 0)).toBe("A");
    expect(texts()).toEqual(["A-1", "A-2"]);
  });

  test("characters that come late because the page was busy stay in their scan", () => {
    const { put, own, busy, pass, texts, wedge, at } = aTypist();
    put(own, "INV-");
    busy(400);
    // The timer is long due, yet the keys of the second half were pressed in time.
    pass(1);
    const pressedAt = at() - 390;
    wedge.key(own.target, null, pressedAt);
    own.value += "000001";
    wedge.input(own.target, pressedAt);
    pass(500);
    expect(texts()).toEqual([CODE]);
  });

  test("scans without an end that the page reads late are told apart by the times of their keys", () => {
    const { put, own, busy, pass, texts } = aTypist();
    put(own, "A-1");
    busy(300);
    put(own, "A-2");
    pass(1000);
    expect(texts()).toEqual(["A-1", "A-2"]);
  });

  test("a thousand scans, ten a second, are read in their order", () => {
    const { type, own, end, pass, texts } = aTypist();
    const codes = Array.from({ length: 1000 }, (_, index) => `INV-${String(index).padStart(6, "0")}`);
    for (const code of codes) {
      type(own, code);
      end(own);
      pass(80);
    }
    expect(texts()).toEqual(codes);
  });

  test("any text of any pace below the silence comes out as it went in", () => {
    const text = fc.string({ minLength: 2 }).filter((sent) => sent.trim() !== "");
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 149 }), (sent, everyMs) => {
        const { type, own, pass, texts } = aTypist();
        type(own, sent, { everyMs });
        pass(3000);
        expect(texts()).toEqual([sent]);
      }),
    );
  });
});

describe("the same code twice", () => {
  test("at once is a scanner with two outputs: one scan", () => {
    const { type, own, end, pass, texts, echoes } = aTypist();
    type(own, CODE);
    end(own);
    pass(10);
    type(own, CODE);
    end(own);
    expect(texts()).toEqual([CODE]);
    expect(echoes).toHaveLength(1);
  });

  test("a tenth of a second apart is two scans", () => {
    const { type, own, end, pass, texts, echoes } = aTypist();
    type(own, CODE);
    end(own);
    pass(80);
    type(own, CODE);
    end(own);
    expect(texts()).toEqual([CODE, CODE]);
    expect(echoes).toEqual([]);
  });

  test("apart by a silence is two scans", () => {
    const { put, own, pass, texts } = aTypist();
    put(own, CODE);
    pass(150);
    put(own, CODE);
    pass(150);
    expect(texts()).toEqual([CODE, CODE]);
  });
});
