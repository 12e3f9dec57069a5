import type { Webhook } from "../../api/types/endpoints.d.ts";

const HOUR_MS = 3_600_000;

/** Whether somebody should look at a webhook: it fails for an hour, has failed deliveries, or was paused by no user. */
export function needsAttention({ failed, failingSince, pause, isActive }: Webhook, now: number): boolean {
  if (!isActive) return pause !== "user";
  return failed > 0 || (failingSince !== null && now - Date.parse(failingSince) > HOUR_MS);
}
