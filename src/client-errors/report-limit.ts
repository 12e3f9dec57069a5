import { msg } from "../domain/message.ts";
import { makeHourlyLimit } from "../http/pipeline/quota.ts";
import type { Clock } from "../platform/clock.ts";
import { MAX_ALL_CLIENT_ERRORS_PER_HOUR, MAX_CLIENT_ERRORS_PER_HOUR } from "../platform/limits.ts";

/** The limit of error reports, of each address and in total. */
interface ReportLimit {
  /** Counts a report of an address. Throws TooManyRequests, and counts nothing. */
  consume(address: string): void;
}

/** Creates the limit of error reports. It is in memory, and what was used is released evenly over an hour. */
export function makeReportLimit(clock: Pick<Clock, "now">): ReportLimit {
  const perAddress = makeHourlyLimit(
    clock,
    MAX_CLIENT_ERRORS_PER_HOUR,
    tooMany,
    (address: string) => address,
  );
  const inTotal = makeHourlyLimit(clock, MAX_ALL_CLIENT_ERRORS_PER_HOUR, tooMany, () => "");
  return {
    consume(address) {
      // Above the total this throws, before the address takes memory; above its own limit an address takes none of the total.
      if (inTotal.remaining("") < 1) inTotal.consume("");
      perAddress.consume(address);
      inTotal.consume("");
    },
  };
}

function tooMany(seconds: number) {
  return msg("Too many errors were reported. Try again in {seconds} s.", { seconds });
}
