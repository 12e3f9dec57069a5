import type { Forbidden } from "../domain/errors.ts";
import type { Principal } from "../domain/principal.ts";
import { actorOf } from "./event.ts";
import type { SecurityLog } from "./security-log.ts";

/** Creates the function that records a request without permission. */
export function denialRecorder(securityLog: SecurityLog) {
  return (principal: Principal, address: string, endpoint: string, { reason }: Forbidden): void => {
    // With a reason the client can continue (PIN, HTTPS, confirmation), so it is no violation.
    if (reason !== null) return;
    securityLog.record({
      kind: "accessDenied",
      reason: "forbidden",
      ...actorOf(principal, address),
      details: { endpoint },
    });
  };
}
