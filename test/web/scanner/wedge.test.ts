import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createTypist } from "./typist.ts";

const CODE = "INV-000001";

describe("in the scan field", () => {
  test.each(["key and input", "input", "key"] as const)("a scan by %s is read", (by) => {
    const { type, own, end, texts } = createTypist();
    type(own, CODE, { by });
    expect(end(own)).toBe(true);
    expect(texts()).toEqual([CODE]);
    expect(own.value).toBe("");
  });

  test.each(["Enter", "Tab"] as const)("%s ends a scan at once", (by) => {
    const { type, own, end, scans } = createTypist();
    type(own, CODE);
    end(own, by);
    expect(scans).toMatchObject([{ raw: CODE, ending: by, startedAt: 0, endedAt: 20, longestGap: 2 }]);
  });

  test("one timer waits while a scan comes, and none when it has ended", () => {
    const { type, own, end, timers } = createTypist();
    type(own, CODE);
    expect(timers()).toBe(1);
    end(own);
    expect(timers()).toBe(0);
  });

  test("150 ms of silence end a scan, 149 do not", () => {
    const { type, own, pass, scans } = createTypist();
    type(own, CODE, { everyMs: 0 });
    pass(149);
    expect(scans).toEqual([]);
    pass(1);
    expect(scans).toMatchObject([{ raw: CODE, ending: "silence" }]);
  });

  test("after a scan that ended by a key, a pause of 400 ms does not end the next scan", () => {
    const { type, own, end, pass, texts } = createTypist();
    type(own, CODE);
    end(own);
    pass(300);
    type(own, "INV-");
    pass(400);
    type(own, "000002");
    end(own);
    expect(texts()).toEqual([CODE, "INV-000002"]);
  });

  test("after a scan that ended by a key, a silence of 500 ms ends a scan, then 150 ms", () => {
    const { type, own, end, pass, texts } = createTypist();
    type(own, CODE);
    end(own);
    pass(300);
    type(own, "INV-000002");
    pass(500);
    type(own, "INV-000003");
    pass(150);
    expect(texts()).toEqual([CODE, "INV-000002", "INV-000003"]);
  });

  test("a scanner with 200 ms between its characters gives one scan", () => {
    const { type, own, pass, texts } = createTypist();
    type(own, CODE, { everyMs: 200 });
    expect(texts()).toEqual([]);
    pass(600);
    expect(texts()).toEqual([CODE]);
  });

  test("a code typed by hand is one scan", () => {
    const { type, own, end, texts } = createTypist();
    type(own, "4711", { everyMs: 450 });
    end(own);
    expect(texts()).toEqual(["4711"]);
  });

  test("a second end within 200 ms belongs to the scan, a later one does not", () => {
    const { type, own, end, pass, texts } = createTypist();
    type(own, CODE);
    expect(end(own)).toBe(true);
    pass(5);
    expect(end(own, "Tab")).toBe(true);
    pass(200);
    expect(end(own, "Tab")).toBe(false);
    expect(texts()).toEqual([CODE]);
  });

  test("Enter alone is no scan", () => {
    const { own, end, texts } = createTypist();
    expect(end(own)).toBe(false);
    expect(texts()).toEqual([]);
  });

  test("inserted text with line ends is one scan per line, and the rest stays", () => {
    const { wedge, own, texts } = createTypist();
    expect(wedge.lines(own.target, "A-1\r\nA-2\nA", 0)).toBe("A");
    expect(texts()).toEqual(["A-1", "A-2"]);
  });

  test("characters that arrive late on a busy page stay in their scan", () => {
    const { put, own, busy, pass, texts, wedge, at } = createTypist();
    put(own, "INV-");
    busy(400);
    // The timer is due, but the keys of the second half were pressed in time.
    pass(1);
    const pressedAt = at() - 390;
    wedge.key(own.target, null, pressedAt);
    own.value += "000001";
    wedge.input(own.target, pressedAt);
    pass(500);
    expect(texts()).toEqual([CODE]);
  });

  test("scans without an end that arrive late are separated by the times of their keys", () => {
    const { put, own, busy, pass, texts } = createTypist();
    put(own, "A-1");
    busy(300);
    put(own, "A-2");
    pass(1000);
    expect(texts()).toEqual(["A-1", "A-2"]);
  });

  test("a thousand scans at ten a second are read in order", () => {
    const { type, own, end, pass, texts } = createTypist();
    const codes = Array.from({ length: 1000 }, (_, index) => `INV-${String(index).padStart(6, "0")}`);
    for (const code of codes) {
      type(own, code);
      end(own);
      pass(80);
    }
    expect(texts()).toEqual(codes);
  });

  test("any text with less than 150 ms between its characters is read unchanged", () => {
    const text = fc.string({ minLength: 2 }).filter((sent) => sent.trim() !== "");
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 149 }), (sent, everyMs) => {
        const { type, own, pass, texts } = createTypist();
        type(own, sent, { everyMs });
        pass(3000);
        expect(texts()).toEqual([sent]);
      }),
    );
  });
});

describe("two scans of one code", () => {
  test("10 ms apart are one scan of a scanner with two outputs", () => {
    const { type, own, end, pass, texts, echoes } = createTypist();
    type(own, CODE);
    end(own);
    pass(10);
    type(own, CODE);
    end(own);
    expect(texts()).toEqual([CODE]);
    expect(echoes).toHaveLength(1);
  });

  test("80 ms apart are two scans", () => {
    const { type, own, end, pass, texts, echoes } = createTypist();
    type(own, CODE);
    end(own);
    pass(80);
    type(own, CODE);
    end(own);
    expect(texts()).toEqual([CODE, CODE]);
    expect(echoes).toEqual([]);
  });

  test("separated by a silence are two scans", () => {
    const { put, own, pass, texts } = createTypist();
    put(own, CODE);
    pass(150);
    put(own, CODE);
    pass(150);
    expect(texts()).toEqual([CODE, CODE]);
  });
});
