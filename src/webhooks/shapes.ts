import { z } from "zod";
import { OUTGOING_EVENT_TYPES } from "../domain/outgoing-event-types.ts";
import { DELIVERY_ERRORS, DELIVERY_STATES, PAUSE_REASONS } from "../domain/webhook-deliveries.ts";

const error = () =>
  z.enum(DELIVERY_ERRORS).nullable().describe("null: the receiver responded with a status from 200 to 299");
const detail = () => z.string().nullable().describe("technical detail of the error");
const answer = () =>
  z.string().nullable().describe("always null: of a response nothing but its status is kept");

export const Webhook = z
  .object({
    oid: z.int(),
    name: z.string(),
    url: z.string(),
    types: z.array(z.enum(OUTGOING_EVENT_TYPES)).nullable().describe("null: all"),
    isActive: z.boolean(),
    pause: z
      .enum(PAUSE_REASONS)
      .nullable()
      .describe(
        "why it is not active: `user`; `gone`, the receiver responded with 410; `restored`, from a backup",
      ),
    earlierSecretUntil: z.iso.datetime().nullable().describe("until then the earlier secret signs too"),
    waiting: z.int().describe("deliveries that wait"),
    failed: z.int().describe("deliveries that are no longer tried"),
    failingSince: z.iso
      .datetime()
      .nullable()
      .describe("since then the oldest of the deliveries waits that were tried in vain; null: there is none"),
    lastSentDT: z.iso.datetime().nullable(),
    missed: z
      .int()
      .describe(
        "events that were removed before they were sent: after 30 days, or above 50 000 of the company",
      ),
    missedDT: z.iso.datetime().nullable().describe("time of the newest of them"),
    createdDT: z.iso.datetime(),
  })
  .meta({ id: "Webhook" });
export type Webhook = z.output<typeof Webhook>;

export const CreatedWebhook = z
  .object({
    secret: z.string().describe("`whsec_` and 32 bytes as base64; shown only now"),
    webhook: Webhook,
  })
  .meta({ id: "CreatedWebhook" });

export const WebhookTest = z
  .object({
    status: z.int().nullable().describe("of the response; null: none came"),
    ms: z.int(),
    error: error(),
    detail: detail(),
    answer: answer(),
  })
  .meta({ id: "WebhookTest" });

export const WebhookDelivery = z
  .object({
    oid: z.int(),
    messageId: z.string().describe("the header `webhook-id`"),
    type: z.string(),
    at: z.iso.datetime().describe("time of the event"),
    state: z.enum(DELIVERY_STATES),
    attempts: z.int(),
    nextTryDT: z.iso.datetime().nullable(),
    lastTryDT: z.iso.datetime().nullable(),
    status: z.int().nullable().describe("of the last response; null: none came"),
    ms: z.int().nullable(),
    error: error(),
    detail: detail(),
    answer: answer(),
  })
  .meta({ id: "WebhookDelivery" });
export type WebhookDelivery = z.output<typeof WebhookDelivery>;

export const QueuedAgain = z
  .object({ queued: z.int().describe("deliveries that are sent again") })
  .meta({ id: "QueuedAgain" });
