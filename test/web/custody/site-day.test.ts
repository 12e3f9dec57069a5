import { afterEach, expect, test } from "vitest";
import { today } from "../../../src/web/custody/due.tsx";
import { dueAfter } from "../../../src/web/custody/due-after.ts";
import { site } from "../../../src/web/login/site.ts";

const before = site.value;
afterEach(() => {
  site.value = before;
});

test.each([
  ["Pacific/Kiritimati", "2026-11-24"],
  ["Pacific/Pago_Pago", "2026-11-22"],
])(
  "an article is overdue, and a plan begins, by the day at the site, whatever zone the device has: %s",
  (timeZone, day) => {
    site.value = { ...before, timeZone };
    expect(today(Date.parse("2026-11-23T10:30:00Z"))).toBe(day);
  },
);

test.each([
  ["the clocks go back", "2026-10-24T22:30:00Z", 7, "2026-11-01"],
  ["the clocks go forward", "2026-03-27T22:30:00Z", 7, "2026-04-03"],
  ["no change of the clocks", "2026-06-01T12:00:00Z", 1, "2026-06-02"],
])("the due date of a hand-over by badge is counted in days of the calendar: %s", (_, now, days, due) => {
  site.value = { ...before, timeZone: "Europe/Prague" };
  expect(dueAfter(days, Date.parse(now))).toBe(due);
});
