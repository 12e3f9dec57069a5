import { msg } from "../domain/message.ts";
import type { Principal } from "../domain/principal.ts";
import { makeQuota } from "../http/pipeline/quota.ts";
import { MAX_EXPORTS_PER_HOUR } from "../platform/limits.ts";
import { actorOf } from "./event.ts";
import type { SecurityLogDependencies } from "./security-log.ts";

/** Counts and records an export. Throws TooManyRequests. */
export type BeginExport = (
  principal: Principal,
  address: string,
  details: { readonly table: string; readonly format: string; readonly inventory?: number },
) => void;

/** Creates the function that all exports share: tables, stocktake reports and the security log have one quota. */
export function makeBeginExport({
  clock,
  securityLog,
}: Pick<SecurityLogDependencies, "clock" | "securityLog">): BeginExport {
  const quota = makeQuota(clock, MAX_EXPORTS_PER_HOUR, tooManyExports);
  return (principal, address, details) => {
    quota.consume(principal);
    securityLog.record({ kind: "export", ...actorOf(principal, address), details });
  };
}

function tooManyExports(seconds: number) {
  return msg("You have exported too many files within an hour. Try again in {seconds} s.", { seconds });
}
