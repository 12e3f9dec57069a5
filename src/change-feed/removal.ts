import { z } from "zod";
import type { Clock } from "../platform/clock.ts";
import { findAppState, saveAppState } from "../storage/app-state.ts";
import type { Tx } from "../storage/database/statement.ts";
import { newestEntry, removeEntries } from "./queries.ts";

const DAY_MS = 24 * 3_600_000;
/** A reader that was away for longer begins anew. */
const KEPT_MS = 30 * DAY_MS;
/** About 200 MB. Where there are more, older ones are removed earlier. */
const MAX_ENTRIES = 10_000_000;

/** The newest entry of each day. Entries have no time of their own, which would double their size. */
const Days = z.array(z.object({ seq: z.int(), at: z.int().describe("milliseconds since 1970") }));

/** Entries that one transaction removes. */
export const REMOVAL_STEP = 5000;

/**
 * Removes at most `limit` entries that are older than 30 days, or above the largest number. Returns how many. Once a day it records
 * the newest entry of that day. The newest entry always stays: see migrations/0001-schema.sql.
 */
export function removeOldEntries(tx: Tx, clock: Clock, limit: number): number {
  const newest = newestEntry(tx);
  const days = Days.parse(findAppState(tx, "changeFeed")?.content ?? []);
  const due = days.findLast(({ at }) => at <= clock.ago(KEPT_MS));
  const kept = days.filter((day) => due === undefined || day.at >= due.at);
  const last = kept.at(-1);
  if (last === undefined || clock.ago(DAY_MS) >= last.at)
    saveAppState(tx, "changeFeed", [...kept, { seq: newest, at: clock.now() }]);
  const until = Math.min(Math.max(due?.seq ?? 0, newest - MAX_ENTRIES), newest - 1);
  return until <= 0 ? 0 : removeEntries.run(tx, { until, limit }).changes;
}
