import { describe, expect, test } from "vitest";
import { type Habit, NO_HABIT } from "../../../src/web/scanner/burst.ts";
import { createTypist } from "./typist.ts";

const FAST: Habit = { end: "Enter", gap: 6 };
const SLOW: Habit = { end: "Enter", gap: 80 };

/** Who has typed the digits of 0 to 8 that come after these pauses, in ms; the last pause is the one before Enter. */
function typistOf(known: Habit, ...pauses: number[]): string | undefined {
  const { put, pass, own, end, scans } = createTypist(known);
  for (const [digit, ms] of pauses.entries()) {
    put(own, `${digit}`);
    pass(ms);
  }
  end(own);
  return scans[0]?.typist;
}

describe("digits and Enter", () => {
  test.each([
    ["at a scanner's pace", FAST, [3, 3, 3, 3, 3, 3]],
    ["with a stall of 60 ms between them", FAST, [3, 3, 60, 3, 3, 3]],
    ["with a stall before Enter", FAST, [3, 3, 3, 3, 3, 600]],
    ["with two stalls", FAST, [3, 60, 3, 80, 3, 3]],
    ["of a new scanner, with a stall", NO_HABIT, [3, 3, 60, 3, 3, 3]],
    ["of a scanner that is known to be slow", SLOW, [80, 80, 80, 80, 80, 80]],
    ["of such a scanner, with a stall", SLOW, [80, 80, 300, 80, 80, 80]],
    ["of a short code", FAST, [3, 3]],
  ] as const)("%s are a scan", (_, habit, pauses) => {
    expect(typistOf(habit, ...pauses)).toBe("scanner");
  });

  test.each([
    ["at a person's pace", FAST, [120, 150, 110, 300]],
    ["of a person who types two of three as fast as a scanner", FAST, [35, 150, 200]],
    ["of a person with a slow scanner", SLOW, [120, 150, 110, 300]],
    ["a single one", FAST, [120]],
  ] as const)("%s are a number", (_, habit, pauses) => {
    expect(typistOf(habit, ...pauses)).toBe("person");
  });

  test.each([
    ["of a short code with a stall", FAST, [3, 60, 3]],
    ["of two keys that a person may have pressed together", FAST, [35, 400]],
    ["a single one with an Enter at a scanner's pace", FAST, [3]],
    ["of a new scanner that is as slow as a fast person", NO_HABIT, [80, 80, 80, 80, 80, 80]],
    ["of few keys, as fast as the slow scanner", SLOW, [80, 80, 80]],
  ] as const)("%s may be either", (_, habit, pauses) => {
    expect(typistOf(habit, ...pauses)).toBe("unclear");
  });
});

test("digits of a scan with a stall and without an end are a scan, those of a person a number", () => {
  const { type, own, pass, scans } = createTypist({ end: "none", gap: 3 });
  for (const [half, everyMs] of [
    ["004", 3],
    ["12", 120],
  ] as const) {
    type(own, half, { everyMs });
    pass(60);
    type(own, half, { everyMs });
    pass(3000);
  }
  expect(scans).toMatchObject([
    { raw: "004004", typist: "scanner" },
    { raw: "1212", typist: "person" },
  ]);
});
