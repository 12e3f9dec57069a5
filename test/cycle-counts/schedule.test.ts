import { expect, test } from "vitest";
import { comingDates, dueDates, newestDueDate } from "../../src/domain/cycle-counts/schedule.ts";
import { addDays, localHour } from "../../src/domain/local-time.ts";

const rule = (more: object) => ({ every: "day" as const, weekdays: [], dayOfMonth: 1, atHour: 6, ...more });
const period = (more: object, toDate: string | null = null) => ({
  schedule: rule(more),
  fromDate: "2027-01-01",
  toDate,
});

test("weekly plans are due on their weekdays, Monday is 1 and Sunday 7", () => {
  const weekly = period({ every: "week", weekdays: [1, 7] });
  expect(dueDates(weekly, "2027-03-01", "2027-03-14")).toEqual([
    ...["2027-03-01", "2027-03-07", "2027-03-08", "2027-03-14"],
  ]);
});

test("monthly plans are due on the last day of a month that is too short", () => {
  const monthly = period({ every: "month", dayOfMonth: 31 });
  expect(dueDates(monthly, "2027-01-15", "2027-04-30")).toEqual([
    ...["2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30"],
  ]);
  expect(dueDates(period({ every: "month", dayOfMonth: 29 }), "2028-02-01", "2028-03-01")).toEqual([
    "2028-02-29",
  ]);
});

test("the first and the last day limit a plan", () => {
  expect(dueDates(period({}, "2027-01-02"), "2026-12-01", "2027-02-01")).toEqual([
    "2027-01-01",
    "2027-01-02",
  ]);
});

test("no date after the asked ones is due, whenever a plan ends", () => {
  expect(dueDates(period({}, "2027-02-01"), "2027-01-01", "2027-01-02")).toEqual([
    "2027-01-01",
    "2027-01-02",
  ]);
});

test("the newest due date has its hour behind it, and comes after the plan was saved", () => {
  const daily = period({});
  const since = { date: "2027-03-01", hour: 6 };
  const at = (date: string, hour: number) => newestDueDate(daily, { date, hour }, since);
  // Saved in the hour of the plan: the next day is the first.
  expect(at("2027-03-01", 23)).toBeNull();
  expect(at("2027-03-02", 5)).toBeNull();
  expect(at("2027-03-02", 6)).toBe("2027-03-02");
  expect(at("2027-05-09", 5)).toBe("2027-05-08");
  expect(newestDueDate(daily, { date: "2027-03-01", hour: 6 }, { date: "2027-03-01", hour: 5 })).toBe(
    "2027-03-01",
  );
});

test("today is a coming date until its hour comes", () => {
  const coming = (hour: number) => comingDates(period({}), { date: "2027-03-01", hour }, "2027-03-02");
  expect(coming(5)).toEqual(["2027-03-01", "2027-03-02"]);
  expect(coming(6)).toEqual(["2027-03-02"]);
  expect(coming(23)).toEqual(["2027-03-02"]);
});

test("a monthly plan is found however long the server was off", () => {
  const since = { date: "2027-01-01", hour: 0 };
  for (let day = 0; day < 400; day++) {
    const date = addDays("2027-02-01", day);
    const due = newestDueDate(period({ every: "month", dayOfMonth: 31 }), { date, hour: 12 }, since);
    expect(due?.slice(0, 7)).toBe(
      due === date ? date.slice(0, 7) : addDays(`${date.slice(0, 7)}-01`, -1).slice(0, 7),
    );
  }
});

test("the hour is that of the zone's clocks, also where they change", () => {
  const prague = localHour("Europe/Prague");
  expect(prague(Date.parse("2027-03-28T00:59:00Z"))).toEqual({ date: "2027-03-28", hour: 1 });
  expect(prague(Date.parse("2027-03-28T01:00:00Z"))).toEqual({ date: "2027-03-28", hour: 3 });
  expect(prague(Date.parse("2027-10-31T00:30:00Z"))).toEqual({ date: "2027-10-31", hour: 2 });
  expect(prague(Date.parse("2027-12-31T23:00:00Z"))).toEqual({ date: "2028-01-01", hour: 0 });
});
