import { expect, test } from "vitest";
import { makeReportLimit } from "../../src/client-errors/routes.ts";
import { TooManyRequests } from "../../src/domain/errors.ts";

const MINUTE_MS = 60_000;

/** A limit at a time that the test moves; `accepted` sends reports and counts the accepted ones. */
function startLimit() {
  let now = 0;
  const limit = makeReportLimit({ now: () => now });
  const isAccepted = (address: string) => {
    try {
      limit.consume(address);
      return true;
    } catch (error) {
      if (!(error instanceof TooManyRequests)) throw error;
      return false;
    }
  };
  return {
    accepted: (address: string, count: number) =>
      Array.from({ length: count }, () => isAccepted(address)).filter(Boolean).length,
    pass(ms: number) {
      now += ms;
    },
  };
}

test("an address may report 60 errors in an hour, and one more each minute", () => {
  const { accepted, pass } = startLimit();
  expect(accepted("10.0.0.1", 100)).toBe(60);
  expect(accepted("10.0.0.2", 1)).toBe(1);
  pass(3 * MINUTE_MS);
  expect(accepted("10.0.0.1", 100)).toBe(3);
});

test("all addresses together may report 600 errors in an hour", () => {
  const { accepted, pass } = startLimit();
  const all = Array.from({ length: 20 }, (_, i) => accepted(`10.0.0.${i}`, 60));
  expect(all.reduce((sum, count) => sum + count)).toBe(600);
  pass(MINUTE_MS);
  expect(accepted("10.0.1.1", 60)).toBe(10);
});

test("what an address sends above its own limit takes nothing of the total", () => {
  const { accepted } = startLimit();
  expect(accepted("10.0.0.1", 10_000)).toBe(60);
  const others = Array.from({ length: 9 }, (_, i) => accepted(`10.0.1.${i}`, 60));
  expect(others).toEqual(Array(9).fill(60));
});
