import { expect, test } from "vitest";
import { isOverdue } from "../../src/domain/custody.ts";

const TODAY = "2026-11-25";

test.each([
  ["is overdue after its day", "2026-11-24", null, true],
  ["is not overdue on its day", "2026-11-25", null, false],
  ["without a day is never overdue", null, null, false],
  ["that was taken back is not overdue", "2026-11-24", "2026-11-25T08:00:00.000Z", false],
])("a hand-over %s", (_, dueDate, endedDT, expected) => {
  expect(isOverdue({ dueDate, endedDT }, TODAY)).toBe(expected);
});
