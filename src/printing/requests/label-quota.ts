import { msg } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import { makeQuota } from "../../http/pipeline/quota.ts";
import type { Clock } from "../../platform/clock.ts";
import { MAX_LABEL_BYTES_PER_HOUR, MAX_LABELS_PER_HOUR } from "../../platform/limits.ts";

/** The labels that a user or a terminal may print within an hour, and their bytes. */
export interface LabelQuota {
  /** Throws TooManyRequests where too little remains. */
  consume(principal: Principal, labels: number, bytes: number): void;
  /** The bytes that remain. */
  remainingBytes(principal: Principal): number;
}

/** Creates the quota. */
export function makeLabelQuota(clock: Pick<Clock, "now">): LabelQuota {
  const labelQuota = makeQuota(clock, MAX_LABELS_PER_HOUR, tooManyLabels);
  const byteQuota = makeQuota(clock, MAX_LABEL_BYTES_PER_HOUR, tooManyLabels);
  return {
    consume(principal, labels, bytes) {
      labelQuota.consume(principal, labels);
      byteQuota.consume(principal, bytes);
    },
    remainingBytes: (principal) => byteQuota.remaining(principal),
  };
}

function tooManyLabels(seconds: number) {
  return msg("You have printed too many labels within an hour. Try again in {seconds} s.", { seconds });
}
