import { z } from "zod";
import { batch, type Endpoint, query } from "../../http/endpoint/endpoint.ts";
import { pathId } from "../../http/endpoint/fields.ts";
import { actorOf } from "../../security-log/event.ts";
import type { SecurityLogDependencies } from "../../security-log/security-log.ts";
import { LoginAlarm } from "../shapes.ts";
import { getUserRecord } from "../users/user-records.ts";
import type { Logins } from "./login.ts";
import { loginAlarm } from "./login-locks.ts";

/** Locks of users' PINs and passwords, for Admins. */
export function loginLockRoutes(
  { storage, clock, securityLog }: SecurityLogDependencies,
  logins: Logins,
): Endpoint[] {
  const { db } = storage;

  return [
    query(
      "GET",
      "/api/login-locks",
      {
        operationId: "listLoginLocks",
        permission: "administer",
        summary: "Locked PINs and held passwords of the tenant's users",
        description:
          "`failures` is an alarm: 50 or more wrong PINs and passwords of the tenant's users in the last hour. Attempts with unknown names and ids count for the first tenant.",
        response: LoginAlarm,
      },
      (_, { tenantId }) => ({
        kind: "json",
        body: loginAlarm(db, tenantId, clock.now(), logins.unsavedCounters()),
      }),
    ),
    batch(
      "PUT",
      "/api/users/{id}/unlock",
      {
        operationId: "unlockUser",
        area: "users",
        permission: "administer",
        needsRecentLogin: true,
        summary: "Unlocks a user's PIN and password",
        description:
          "Ends every hold and lock of the user's PIN, password and second factor, on every device and at every address. Attempts of an address with other users still count.",
        params: { id: pathId() },
        status: 204,
        response: z.null(),
      },
      async ({ params, address }, principal) => {
        const { oid } = getUserRecord(db, principal.tenantId, params.id);
        await logins.unlock(oid);
        const target = { type: "user", id: oid } as const;
        securityLog.record({
          kind: "unlock",
          ...actorOf(principal, address),
          target,
          details: { by: "admin" },
        });
        await securityLog.flush();
        return { kind: "empty" };
      },
    ),
  ];
}
