import { expect, test } from "vitest";
import { isOverdue, nextProof, nextRun, type Past } from "../../src/ops/backup/targets/schedule.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = (text: string) => Date.parse(text);
const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
const NIGHTLY = { every: "day", atHour: 2 } as const;
const HOURLY = { every: "hour", atHour: null } as const;
const since = at("2026-11-20T10:30:00Z");
const past = (more: Partial<Past> = {}): Past => ({
  ...{ activeSince: since, lastStart: null, lastEnd: null, failures: 0 },
  ...more,
});
const ran = (start: string, end: string, failures = 0) =>
  past({ lastStart: at(start), lastEnd: at(end), failures });

test("the first backup is due at once", () => {
  expect(nextRun(NIGHTLY, past(), "Europe/Prague")).toBe(since);
});

test("a daily backup is due at its hour of the site's time zone, also on the days when the clocks change", () => {
  const next = (start: string) => iso(nextRun(NIGHTLY, ran(start, start), "Europe/Prague"));
  expect(next("2026-11-20T10:30:00Z")).toBe("2026-11-21T01:00:00.000Z");
  expect(next("2026-11-21T01:00:00Z")).toBe("2026-11-22T01:00:00.000Z");
  expect(next("2026-10-24T12:00:00Z")).toBe("2026-10-25T00:00:00.000Z");
  // The hour from 2 to 3 is left out on this day.
  expect(next("2026-03-28T12:00:00Z")).toBe("2026-03-29T01:00:00.000Z");
});

test("an hourly backup is due at each full hour", () => {
  const run = ran("2026-11-20T10:59:59Z", "2026-11-20T11:00:30Z");
  expect(iso(nextRun(HOURLY, run, "UTC"))).toBe("2026-11-20T11:00:00.000Z");
});

test.each([
  [1, "01:20:00"],
  [2, "01:30:00"],
  [3, "01:45:00"],
  [4, "02:15:00"],
  [9, "02:15:00"],
])("after %d failed backups the next one is due at %s", (failures, time) => {
  const run = ran("2026-11-20T01:00:00Z", "2026-11-20T01:15:00Z", failures);
  expect(iso(nextRun(NIGHTLY, run, "UTC"))).toBe(
    time < "02:00:00" ? `2026-11-20T${time}.000Z` : "2026-11-20T02:00:00.000Z",
  );
});

test("a backup is overdue after two intervals and an hour", () => {
  expect(isOverdue(HOURLY, since, since + 3 * HOUR)).toBe(false);
  expect(isOverdue(HOURLY, since, since + 3 * HOUR + 1)).toBe(true);
  expect(isOverdue(NIGHTLY, since, since + 49 * HOUR)).toBe(false);
  expect(isOverdue(NIGHTLY, since, since + 49 * HOUR + 1)).toBe(true);
});

test("a proof is due an hour after the first backup, then weekly, and again after half a day where it could not be made", () => {
  expect(nextProof(null, null, null)).toBeNull();
  expect(nextProof(since, null, null)).toBe(since + HOUR);
  expect(nextProof(since, since, null)).toBe(since + 7 * DAY);
  expect(nextProof(since, null, since + 2 * HOUR)).toBe(since + 14 * HOUR);
  expect(nextProof(since, since, since + 7 * DAY)).toBe(since + 7.5 * DAY);
});
