import type { Generated } from "kysely";
import type { DeliveryError, DeliveryState } from "../../../domain/webhook-deliveries.ts";
import type { IsoTime, OfTenant } from "./columns.ts";

/** An event for webhooks and notices. */
export interface OutgoingEventTable extends OfTenant {
  oid: Generated<number>;
  type: string;
  data: string;
  at: IsoTime;
  dedupeKey: string;
}

/** A tenant whose changed articles become events. */
export interface FollowedArticlesTable extends OfTenant {
  seq: number;
}

/** An event for a webhook. */
export interface WebhookDeliveryTable extends OfTenant {
  oid: Generated<number>;
  webhookId: number;
  eventId: number;
  messageId: string;
  state: DeliveryState;
  attempts: Generated<number>;
  queuedDT: IsoTime;
  nextTryDT: IsoTime | null;
  lastTryDT: IsoTime | null;
  status: number | null;
  ms: number | null;
  error: DeliveryError | null;
  detail: string | null;
  answer: string | null;
}
