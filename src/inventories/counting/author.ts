import { hasLoggedIn } from "../../access/devices/devices.ts";
import { findPerson } from "../../access/users/users.ts";
import { Invalid } from "../../domain/errors.ts";
import { type Message, msg } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import { isTerminal, may } from "../../domain/roles.ts";
import type { Db } from "../../storage/database/statement.ts";

/** The named author is no user of the tenant, as after a restore of data in which the user was not created yet. */
export class NoSuchAuthor extends Invalid {}

/**
 * The id of the counter: the principal, unless another user is named. A shared terminal without a login must name one. Throws
 * NoSuchAuthor for an unknown user, Invalid unless that user has logged in on the principal's device, or the principal is Admin. `path`: of the field in the request;
 * `never`: the message where the user has not logged in.
 */
export function getAuthor(
  db: Db,
  principal: Principal,
  userId: number | null,
  path = "userId",
  never: Message = COUNTS,
): number {
  if (isTerminal(principal) && userId === null) {
    throw Invalid.field(path, msg("is required from a shared terminal"));
  }
  if (userId === null || (userId === principal.userId && !isTerminal(principal))) return principal.userId;
  if (findPerson(db, principal.tenantId, userId) === null) {
    const { text, fieldErrors } = Invalid.field(path, msg("names no user"));
    throw new NoSuchAuthor(text, fieldErrors);
  }
  const { deviceTokenId } = principal;
  if (may(principal, "administer") || (deviceTokenId !== null && hasLoggedIn(db, deviceTokenId, userId)))
    return userId;
  throw Invalid.field(path, never);
}

const COUNTS = msg("This user has never logged in on this device. Ask an administrator to send the counts.");
