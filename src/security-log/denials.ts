import type { Forbidden } from "../domain/errors.ts";
import type { Principal } from "../domain/principal.ts";
import { doneBy } from "./event.ts";
import type { SecurityLog } from "./security-log.ts";

/** Gives what records that a caller asked for what the role may not do. */
export function denialRecorder(securityLog: SecurityLog) {
  return (caller: Principal, address: string, endpoint: string, { reason }: Forbidden): void => {
    // The client asks for the PIN, goes to HTTPS or waits for an Admin: nobody tried what the role may not do.
    if (reason !== null) return;
    securityLog.note({
      kind: "accessDenied",
      reason: "forbidden",
      ...doneBy(caller, address),
      details: { endpoint },
    });
  };
}
