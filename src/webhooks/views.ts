import type { Db } from "../storage/database/statement.ts";
import * as deliveries from "./delivery-store.ts";
import type { Webhook, WebhookDelivery } from "./shapes.ts";
import * as store from "./store.ts";
import { typesOf, type WebhookRecord } from "./webhooks.ts";

/** The tenant's webhooks with the figures of their deliveries, by name. `now`: ISO 8601. */
export function listWebhooks(db: Db, tenantId: number, now: string): Webhook[] {
  const summaries = new Map(deliveries.summaries.all(db, { tenantId }).map((one) => [one.webhookId, one]));
  return store.ofTenant.all(db, { tenantId }).map((one) => viewOf(one, summaries.get(one.oid), now));
}

/** One webhook with the figures of its deliveries. */
export function webhookView(db: Db, webhook: WebhookRecord, now: string): Webhook {
  const { tenantId, oid } = webhook;
  const summary = deliveries.summaries.all(db, { tenantId }).find(({ webhookId }) => webhookId === oid);
  return viewOf(webhook, summary, now);
}

type Summary = ReturnType<typeof deliveries.summaries.all>[number];

function viewOf(webhook: WebhookRecord, summary: Summary | undefined, now: string): Webhook {
  const { oid, name, url, pause, earlierUntil, missed, missedDT, createdDT } = webhook;
  const isEarlierValid = earlierUntil !== null && earlierUntil > now;
  return {
    oid,
    name,
    url,
    types: typesOf(webhook)?.slice() ?? null,
    isActive: pause === null,
    pause,
    earlierSecretUntil: isEarlierValid ? earlierUntil : null,
    waiting: summary?.waiting ?? 0,
    failed: summary?.failed ?? 0,
    failingSince: summary?.failingSince ?? null,
    lastSentDT: summary?.lastSentDT ?? null,
    missed,
    missedDT,
    createdDT,
  };
}

/** A delivery as the API shows it. */
export function deliveryView(found: NonNullable<ReturnType<typeof deliveries.byId.first>>): WebhookDelivery {
  const { oid, messageId, type, at, state, attempts, nextTryDT, lastTryDT } = found;
  const { status, ms, error, detail } = found;
  return {
    oid,
    messageId,
    type,
    at,
    state,
    attempts,
    nextTryDT,
    lastTryDT,
    status,
    ms,
    error,
    detail,
    answer: null,
  };
}
