import { msg } from "../../domain/message.ts";
import { type Principal, subjectOf } from "../../domain/principal.ts";
import { makeQuota } from "../../http/pipeline/quota.ts";
import type { Clock } from "../../platform/clock.ts";
import type { DrawingTurn } from "../layouts/drawing-limits.ts";

/** Why a preview is refused with 429, for the description of the API. */
export const PREVIEW_TIME_USED =
  "the user's processor time for previews is used up within an hour; see Retry-After";

/** Begins a preview of a user or a terminal. Throws TooManyRequests where its processor time of the hour is used up. */
export type PreviewQuota = (principal: Principal) => DrawingTurn;

/** Creates the quota that all previews share. */
export function makePreviewQuota(clock: Pick<Clock, "now">, msPerHour: number): PreviewQuota {
  const quota = makeQuota(clock, msPerHour, tooManyPreviews);
  return (principal) => {
    quota.demand(principal);
    return {
      lane: subjectOf(principal),
      demand: () => quota.demand(principal),
      spent: (cpuMs) => quota.charge(principal, cpuMs),
    };
  };
}

function tooManyPreviews(seconds: number) {
  return msg("You have used the time for previews of this hour. Try again in {seconds} s.", { seconds });
}
