import { expect, test } from "vitest";
import {
  type Count,
  type Counter,
  countLoginAttempt,
  refundLoginAttempt,
} from "../../src/access/rate-limit/rate-limit.ts";

const DAY_MS = 86_400_000;

test("an attempt that could not be checked leaves the wrong passwords in a row as they were", () => {
  const counts = new Map<string, Count>();
  const keyOf = ({ kind, subject }: Counter) => `${kind} ${subject}`;
  const store = {
    find: (counter: Counter) => counts.get(keyOf(counter)) ?? null,
    save: (counter: Counter, count: Count) => void counts.set(keyOf(counter), count),
    remove: (counter: Counter) => void counts.delete(keyOf(counter)),
    removeOfUser: () => {},
  };
  const counter: Counter = { kind: "lock-password", subject: "3" };
  let now = Date.parse("2026-11-23T08:00:00Z");
  const attempt = () => {
    now += 60_000;
    return countLoginAttempt(store, [counter], now);
  };
  for (let wrong = 0; wrong < 99; wrong++) attempt();
  refundLoginAttempt(store, attempt(), []);
  attempt();
  expect(attempt).toThrow(/locked/);
  now += DAY_MS;
  expect(attempt).not.toThrow();
});
