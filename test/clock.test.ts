import { expect, test } from "vitest";
import { makeClock } from "../src/platform/clock.ts";
import { RELEASED } from "../src/platform/version.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const YEAR = 365 * 24 * HOUR;
const START = RELEASED + YEAR;

function createMovedClock(startAt = START) {
  const at = { system: startAt, monotonic: 0 };
  const clock = makeClock(
    () => at.system,
    () => at.monotonic,
  );
  const pass = (ms: number) => {
    at.system += ms;
    at.monotonic += ms;
  };
  return { at, clock, pass };
}

test("the clock follows the system clock", () => {
  const { clock, pass } = createMovedClock();
  expect(clock.now()).toBe(START);
  pass(5000);
  expect(clock.now()).toBe(START + 5000);
});

test("the clock goes on evenly where the system clock steps back, and reports that it is behind", () => {
  const { at, clock, pass } = createMovedClock();
  clock.now();
  at.system -= HOUR;
  pass(2000);
  expect(clock.now()).toBe(START + 2000);
  expect(clock.isBehind()).toBe(true);
  pass(YEAR);
  expect(clock.now()).toBe(START + 2000 + YEAR);
  expect(clock.isBehind()).toBe(true);
});

test("the clock keeps its speed however often it is read while the system clock is behind", () => {
  const { at, clock, pass } = createMovedClock();
  at.system -= HOUR;
  for (let i = 0; i < 1000; i++) {
    pass(0.75);
    clock.now();
  }
  expect(clock.now()).toBe(START + 750);
});

test("the clock follows a jump ahead at once", () => {
  const { at, clock } = createMovedClock();
  clock.now();
  at.system += 50 * YEAR;
  expect(clock.now()).toBe(at.system);
  expect(clock.isBehind()).toBe(false);
});

test("the clock returns no time before the last write", () => {
  const { clock, pass } = createMovedClock();
  clock.notBefore(START + YEAR);
  expect(clock.now()).toBe(START + YEAR);
  pass(1500);
  expect(clock.now()).toBe(START + YEAR + 1500);
});

test("the clock starts at the program's release where the system clock is in 1970, and reports that it is behind", () => {
  const { at, clock, pass } = createMovedClock(0);
  pass(1000);
  expect(clock.now()).toBe(RELEASED + 1000);
  expect(clock.isBehind()).toBe(true);
  at.system = START;
  expect(clock.now()).toBe(START);
  expect(clock.isBehind()).toBe(false);
});

test.each<[string, number, number, readonly (readonly [number, number])[]]>([
  ["that passes by itself, looked at or not", 3 * YEAR, 0, []],
  ["with a correction of less than a minute", HOUR, 59_000, []],
  ["with a jump of an hour", 10_000, HOUR, [[10_000, 10_000 + HOUR]]],
  ["with a jump of ten years", 0, 10 * YEAR, [[0, 10 * YEAR]]],
  ["with a step back", HOUR, -YEAR, []],
])("the clock reports jumps: time %s", (_, passed, moved, expected) => {
  const { at, clock, pass } = createMovedClock();
  const jumps: (readonly [number, number])[] = [];
  clock.onJump(({ from, to }) => jumps.push([from - START, to - START]));
  pass(passed);
  at.system += moved;
  clock.now();
  clock.now();
  expect(jumps).toEqual(expected);
});

test("a step back and forward again is not a jump", () => {
  const { at, clock, pass } = createMovedClock();
  clock.onJump(() => expect.unreachable());
  for (const step of [-YEAR, 0, YEAR]) {
    at.system += step;
    pass(HOUR);
    clock.now();
  }
  expect(clock.now()).toBe(START + 3 * HOUR);
});

test("a time that the last write had moved ahead is not a jump", () => {
  const { clock, pass } = createMovedClock();
  clock.onJump(() => expect.unreachable());
  clock.notBefore(START + YEAR);
  pass(HOUR);
  expect(clock.ago(2 * HOUR)).toBe(START + YEAR - HOUR);
});

test("ago leaves out the skipped time, each jump once, also the jumps of earlier starts", () => {
  const { at, clock, pass } = createMovedClock();
  clock.restoreJumps([{ from: START - YEAR, to: START - HOUR }]);
  pass(HOUR);
  clock.now();
  at.system += 10 * YEAR;
  clock.now();
  pass(HOUR);
  const now = START + 10 * YEAR + 2 * HOUR;
  expect(clock.now()).toBe(now);
  // One hour after the jump, one hour before it, one hour of the earlier start, then what was before.
  expect(clock.ago(0)).toBe(now);
  expect(clock.ago(HOUR)).toBe(now - HOUR);
  expect(clock.ago(HOUR + 1)).toBe(START + HOUR - 1);
  expect(clock.ago(3 * HOUR)).toBe(START - HOUR);
  expect(clock.ago(3 * HOUR + 1)).toBe(START - YEAR - 1);
});

test("a server whose clock jumps at each start remembers the newest two hundred jumps", () => {
  const { at, clock } = createMovedClock();
  for (let day = 0; day < 300; day++) {
    at.system += 14 * HOUR;
    clock.now();
  }
  expect(clock.jumps()).toHaveLength(200);
  expect(clock.jumps().at(-1)?.to).toBe(at.system);
});
