import { expect, test } from "vitest";
import { commonUntil } from "../../src/ops/backup/console/common-until.ts";

// A restore begins a new history. What two machines wrote after its copy was made is not on the other one.

const at = (day: number) => `2026-11-0${day}T00:00:00.000Z`;
const history = (id: string, day: number) => ({ id, copiedAt: at(day), change: day });
const MONDAY = history("monday", 1);
const TUESDAY = history("tuesday", 2);
const THURSDAY = history("thursday", 4);

test.each([
  ["a server that was never restored", [], [], 5],
  ["the same restores", [MONDAY, TUESDAY], [MONDAY, TUESDAY], 5],
  ["a copy from before a later restore of the server", [MONDAY], [MONDAY, history("f", 6)], 5],
  ["a copy of the old machine, newer than what this server went on from", [], [TUESDAY], 2],
  ["a copy that went on from another restore", [MONDAY, THURSDAY], [MONDAY], 4],
  ["two machines that both went on", [MONDAY, THURSDAY], [MONDAY, TUESDAY], 2],
  ["an older restore that only one of both still lists", [TUESDAY, THURSDAY], [MONDAY, TUESDAY], 4],
])("%s", (_, copy, own, day) => {
  expect(commonUntil({ at: at(5), change: 5, histories: copy }, own)).toEqual({ at: at(day), change: day });
});
