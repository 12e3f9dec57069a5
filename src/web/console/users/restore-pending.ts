import { getRestoreConfirmation } from "../../api/console/users.ts";
import type { RestoreConfirmation } from "../../api/types/endpoints.d.ts";
import { may } from "../../login/permissions.ts";
import { type LiveQuery, useLiveQuery } from "../realtime/use-live-query.ts";

/** What waits for an Admin since a restore; for others nothing is asked for. */
export function useRestoreConfirmation(): LiveQuery<RestoreConfirmation> {
  return useLiveQuery(may("administer") ? getRestoreConfirmation() : null, { follows: ["users", "devices"] });
}

/** How many users and devices wait. */
export function pendingCount(body: RestoreConfirmation | null): number {
  return body === null ? 0 : body.users.length + body.devices.length;
}
