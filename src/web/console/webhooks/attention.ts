import { call } from "../../api/call.ts";
import { may } from "../../login/permissions.ts";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { needsAttention } from "./webhook-texts.ts";

const EVERY_S = 60;

/** The names of the webhooks that need attention, for Admins. */
export function useWebhookProblems(): readonly string[] {
  const { body, at } = useLiveQuery(may("administer") ? call("GET /api/webhooks") : null, {
    everySeconds: EVERY_S,
  });
  return (body ?? []).filter((webhook) => needsAttention(webhook, at ?? 0)).map(({ name }) => name);
}
