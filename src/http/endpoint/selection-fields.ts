import { z } from "zod";
import { Conflict } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Shape } from "./endpoint-options.ts";
import { integer, queryWhole } from "./fields.ts";

// What selects the records of a change. A misspelt filter must not select more records than were meant.

/** A filter in a body: an unknown property is 400. */
export function selectionFilter<S extends Shape>(shape: S) {
  return z.strictObject(shape);
}

const MAX_COUNT = Number.MAX_SAFE_INTEGER;
const EXPECTED =
  "how many records the client has shown as selected. If another number is selected: 409, and nothing changes";

/** The field `expectedCount` of a body. */
export const expectedCount = () => integer(0, MAX_COUNT).optional().describe(EXPECTED);
/** The query parameter `expectedCount`. */
export const expectedCountInQuery = () => queryWhole(0, MAX_COUNT).optional().describe(EXPECTED);

/** Throws Conflict where another number than the expected one is selected. Undefined: none is expected. */
export function assertExpectedCount(expected: number | undefined, count: number): void {
  if (expected === undefined || expected === count) return;
  throw new Conflict(
    msg(
      "{count, plural, one {# record is} other {# records are}} selected now, not {expected}, so nothing was done. Check the selection and try again.",
      { count, expected },
    ),
  );
}
