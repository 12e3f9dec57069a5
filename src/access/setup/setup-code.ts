import { NotFound, Unauthenticated } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { SecurityLogDependencies } from "../../security-log/security-log.ts";
import type { Db } from "../../storage/database/statement.ts";
import { anonymousAttemptEvent, recordFailure, recordIfRejected } from "../rate-limit/attempt-events.ts";
import { countersIn } from "../rate-limit/counter-store.ts";
import { countLoginAttempt, type LoginAttempt, refundLoginAttempt } from "../rate-limit/rate-limit.ts";
import { hasUsers } from "../users/users.ts";
import { ensureSetupCode, isSameCode } from "./setup.ts";

/** Throws NotFound once the server has a user. */
export function assertNotSetUp(db: Db): void {
  if (hasUsers(db)) throw new NotFound(msg("This server is already set up."));
}

/**
 * Checks the set-up code of a request, and counts it as an attempt, which the caller refunds. Throws Unauthenticated for a wrong
 * code, TooManyRequests after too many, NotFound once the server has a user.
 */
export async function checkSetupCode(
  { storage, clock, securityLog }: SecurityLogDependencies,
  code: string,
  address: string,
): Promise<LoginAttempt> {
  assertNotSetUp(storage.db);
  const counters = [{ kind: "setup-address", subject: address }] as const;
  const event = anonymousAttemptEvent("setup", address);
  const attempt = await recordIfRejected(securityLog, event, () =>
    storage.write(null, (tx) => countLoginAttempt(countersIn(tx), counters, clock.now())),
  );
  if (isSameCode(code, ensureSetupCode(storage.folder))) return attempt;
  recordFailure(securityLog, event, "wrongCode", attempt);
  throw new Unauthenticated(msg("This is not the set-up code of this server."));
}

/** Checks the set-up code of a request that does not set up. Throws as `checkSetupCode`. */
export async function demandSetupCode(
  dependencies: SecurityLogDependencies,
  code: string | null,
  address: string,
): Promise<void> {
  const attempt = await checkSetupCode(dependencies, code ?? "", address);
  await dependencies.storage.write(null, (tx) =>
    refundLoginAttempt(countersIn(tx), attempt, ["setup-address"]),
  );
}
