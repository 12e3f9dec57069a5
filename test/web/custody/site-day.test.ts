import { afterEach, expect, test } from "vitest";
import { today } from "../../../src/web/custody/due.tsx";
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
