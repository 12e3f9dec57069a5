import type { RestoreConfirmation } from "../../api/types/endpoints.d.ts";
import { may } from "../../login/permissions.ts";
import { type LiveQuery, useLiveQuery } from "../realtime/use-live-query.ts";

export const RESTORE_PATH = "/api/restore-confirmation";

/** What waits for an Admin since a restore; for others nothing is asked for. */
export function useRestoreConfirmation(): LiveQuery<RestoreConfirmation> {
  return useLiveQuery(may("administer") ? RESTORE_PATH : null, { follows: ["users", "devices"] });
}

/** How many users and devices wait. */
export function pendingCount(body: RestoreConfirmation | null): number {
  return body === null ? 0 : body.users.length + body.devices.length;
}
