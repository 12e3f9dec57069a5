import { expect, test } from "vitest";
import { makeClock } from "../src/clock.ts";

function aMovedClock() {
  const at = { system: 1_000_000, monotonic: 0 };
  const clock = makeClock(
    () => at.system,
    () => at.monotonic,
  );
  return { at, clock };
}

test("follows the system's clock", () => {
  const { at, clock } = aMovedClock();
  expect(clock.now()).toBe(1_000_000);
  at.system += 5000;
  at.monotonic += 5000;
  expect(clock.now()).toBe(1_005_000);
});

test("goes on evenly where the system's clock steps back, and says that it is behind", () => {
  const { at, clock } = aMovedClock();
  clock.now();
  at.system -= 3_600_000;
  at.monotonic += 2000;
  expect(clock.now()).toBe(1_002_000);
  expect(clock.isBehind()).toBe(true);
});

test("follows a jump ahead at once", () => {
  const { at, clock } = aMovedClock();
  clock.now();
  at.system += 50 * 365 * 24 * 3_600_000;
  expect(clock.now()).toBe(at.system);
  expect(clock.isBehind()).toBe(false);
});

test("gives no time before the last write", () => {
  const { at, clock } = aMovedClock();
  clock.notBefore(9_000_000);
  expect(clock.now()).toBe(9_000_000);
  at.monotonic += 1500;
  expect(clock.now()).toBe(9_001_500);
});
