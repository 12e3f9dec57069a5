import { hasLoggedIn } from "../../access/devices/devices.ts";
import { findUser } from "../../access/users/users.ts";
import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import { isTerminal, may } from "../../domain/roles.ts";
import type { Db } from "../../storage/database/statement.ts";

/**
 * Who has counted: the caller, unless another user of the tenant is named; a shared terminal by itself must name one. Throws
 * Invalid unless that user has logged in on the caller's device, or an Admin sends.
 */
export function authorOf(db: Db, caller: Principal, userId: number | null): number {
  if (isTerminal(caller) && userId === null) {
    throw Invalid.field(
      "userId",
      msg("is required from a shared terminal", "je od sdíleného terminálu povinné"),
    );
  }
  if (userId === null || (userId === caller.userId && !isTerminal(caller))) return caller.userId;
  if (findUser(db, userId)?.tenantId !== caller.tenantId) {
    throw Invalid.field("userId", msg("names no user", "neoznačuje žádného uživatele"));
  }
  const { deviceTokenId } = caller;
  if (may(caller, "administer") || (deviceTokenId !== null && hasLoggedIn(db, deviceTokenId, userId)))
    return userId;
  throw Invalid.field(
    "userId",
    msg(
      "This user has never logged in on this device. Ask an administrator to send the counts.",
      "Tento uživatel se na tomto zařízení nikdy nepřihlásil. Záznamy může odeslat správce.",
    ),
  );
}
