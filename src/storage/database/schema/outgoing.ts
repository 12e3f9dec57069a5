import type { Generated } from "kysely";
import type { DeliveryError, DeliveryState, PauseReason } from "../../../domain/webhook-deliveries.ts";
import type { IsoTime, OfTenant, Versioned } from "./columns.ts";

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

/** A receiver of events. */
export interface WebhookTable extends OfTenant, Versioned {
  oid: Generated<number>;
  name: string;
  url: string;
  types: string | null;
  pause: PauseReason | null;
  secret: Buffer;
  earlierSecret: Buffer | null;
  earlierUntil: IsoTime | null;
  position: number;
  missed: Generated<number>;
  missedDT: IsoTime | null;
  createdDT: IsoTime;
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
