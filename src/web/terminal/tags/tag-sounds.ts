import type { Verdict } from "../../db/outbox-shapes.ts";
import type { TagGroup } from "../../db/values.ts";
import { signalVerdict } from "../../feedback/sounds.ts";

// A sound for each tag would be one noise. Each group has its sound, at most this often.

const VERDICTS: Readonly<Record<TagGroup, Verdict | null>> = {
  here: "added",
  elsewhere: "elsewhere",
  unexpected: "unexpected",
  moved: "asked",
  before: "asked",
  several: "asked",
  unknown: "unknown",
  discarded: null,
};
const COUNTED_MS = 300;
const OTHER_MS = 5000;

const lastAt = new Map<Verdict, number>();

/** Signals the groups of the tags that were stored at once. */
export function signalGroups(groups: readonly TagGroup[]): void {
  const now = performance.now();
  for (const verdict of new Set(groups.map((group) => VERDICTS[group]))) {
    if (verdict === null) continue;
    const pause = verdict === "added" ? COUNTED_MS : OTHER_MS;
    if (now - (lastAt.get(verdict) ?? Number.NEGATIVE_INFINITY) < pause) continue;
    lastAt.set(verdict, now);
    signalVerdict(verdict);
  }
}
