import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { NO_READER_HABIT } from "../../../src/web/scanner/burst.ts";
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

  test.each([
    ["of a new scanner", { end: null, gap: 0 }, 1000],
    ["of one without an end key", { end: "none", gap: 2 }, 500],
  ] as const)("a silence ends a scan %s", (_, known, silence) => {
    const { type, own, pass, scans } = createTypist(known);
    type(own, CODE, { everyMs: 0 });
    pass(silence - 1);
    expect(scans).toEqual([]);
    pass(1);
    expect(scans).toMatchObject([
      { raw: CODE, ending: "silence", isUnended: true, isEndMissing: known.end === null },
    ]);
  });

  test.each([180, 499, 651, 2900])(
    "a pause of %i ms does not split the scan of a scanner with an end key, nor the first one after a load",
    (pause) => {
      const { type, own, end, pass, texts, parts } = createTypist({ end: "Enter", gap: 2 });
      for (const [half, rest] of [
        ["Q2", "4A"],
        ["INV-", "000002"],
      ] as const) {
        type(own, half);
        pass(pause);
        type(own, rest);
        end(own);
        pass(300);
      }
      expect(texts()).toEqual(["Q24A", "INV-000002"]);
      expect(parts()).toEqual([]);
    },
  );

  test.each([180, 400, 990])("a pause of %i ms does not split the first scan of a new scanner", (pause) => {
    const { type, own, end, pass, texts } = createTypist();
    type(own, "Q2");
    pass(pause);
    type(own, "4A");
    end(own);
    expect(texts()).toEqual(["Q24A"]);
  });

  test("a pause of 480 ms does not split the scan of a scanner without an end key", () => {
    const { type, own, pass, texts } = createTypist({ end: "none", gap: 2 });
    type(own, "Q2");
    pass(480);
    type(own, "4A");
    pass(3000);
    expect(texts()).toEqual(["Q24A"]);
  });

  test("a text without the end key of its scanner is no scan: it is asked about", () => {
    const { type, own, end, pass, texts, parts } = createTypist({ end: "Enter", gap: 2 });
    type(own, "INV-");
    pass(3100);
    type(own, CODE);
    end(own);
    expect(texts()).toEqual([CODE]);
    expect(parts()).toEqual(["INV-"]);
  });

  test("digits with a pause are a typed number, which a scan may follow", () => {
    const { type, own, end, pass, texts, parts, scans } = createTypist({ end: "Enter", gap: 2 });
    type(own, "12", { everyMs: 20 });
    pass(400);
    type(own, "0");
    pass(2000);
    type(own, CODE);
    end(own);
    expect(texts()).toEqual(["120", CODE]);
    expect(parts()).toEqual([]);
    expect(scans[0]).toMatchObject({ isUnended: true, isEndMissing: true });
  });

  test("the end key and the pace of the scanner are learned, of typing nothing is", () => {
    const { type, own, end, pass, habit } = createTypist();
    type(own, "4711", { everyMs: 300 });
    end(own);
    expect(habit()).toEqual({ end: null, gap: 0 });
    pass(1000);
    type(own, CODE);
    pass(3000);
    // It may be a part of a code.
    expect(habit()).toEqual({ end: null, gap: 2 });
    type(own, CODE, { everyMs: 30 });
    end(own, "Tab");
    expect(habit()).toMatchObject({ end: "Tab", gap: 30 });
  });

  test("of an RFID reader a text without an end key is enough to know that it sends none", () => {
    const { type, own, pass, habit, scans } = createTypist(NO_READER_HABIT);
    for (let scan = 0; scan < 2; scan++) {
      type(own, CODE);
      pass(500);
    }
    expect(habit()).toMatchObject({ end: "none", isReader: true });
    expect(scans).toMatchObject([{ isEndMissing: true }, { isEndMissing: false }]);
  });

  test("a short text says nothing about the scanner", () => {
    const { type, own, end, habit } = createTypist();
    type(own, "Q24");
    end(own);
    expect(habit()).toEqual({ end: null, gap: 0 });
  });

  test("a text without the end key of its scanner does not make the terminal forget the key", () => {
    const { type, own, pass, habit } = createTypist({ end: "Enter", gap: 2 });
    type(own, CODE);
    pass(3100);
    expect(habit()).toEqual({ end: "Enter", gap: 2 });
  });

  test.each([40, 200, 520, 575, 651, 1010, 2500])(
    "Enter %i ms after the last typed digit closes the entry",
    (pause) => {
      for (const digits of ["7", "12", "120"]) {
        const { type, own, end, pass, scans } = createTypist({ end: "Enter", gap: 2 });
        type(own, digits, { everyMs: 120 });
        pass(pause - 120 > 0 ? pause - 120 : 0);
        const isTaken = end(own);
        // Within the entry the wedge closes it, later the Enter is for the screen.
        expect(isTaken || scans.length === 1).toBe(true);
        if (isTaken) expect(scans).toMatchObject([{ raw: digits, ending: "Enter" }]);
      }
    },
  );

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
    busy(1100);
    // The timer is due, but the keys of the second half were pressed in time.
    pass(1);
    const pressedAt = at() - 1090;
    wedge.key(own.target, null, pressedAt);
    own.value += "000001";
    wedge.input(own.target, pressedAt);
    pass(4000);
    expect(texts()).toEqual([CODE]);
  });

  test("scans without an end that arrive late are separated by the times of their keys", () => {
    const { put, own, busy, pass, texts } = createTypist();
    put(own, "A-1");
    busy(1100);
    put(own, "A-2");
    pass(1000);
    expect(texts()).toEqual(["A-1", "A-2"]);
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
    pass(1000);
    put(own, CODE);
    pass(1000);
    expect(texts()).toEqual([CODE, CODE]);
  });
});
