import { z } from "zod";
import { NotFound } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import { OUTGOING_EVENT_TYPES } from "../domain/outgoing-event-types.ts";
import { DELIVERY_ERRORS, DELIVERY_STATES, PAUSE_REASONS } from "../domain/webhook-deliveries.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { batch, command, type Endpoint, query } from "../http/endpoint/endpoint.ts";
import { flag, integer, oneOf, pathId, queryId, queryWhole, text } from "../http/endpoint/fields.ts";
import { namedObject } from "../http/endpoint/named-object.ts";
import { shownOf } from "../http/endpoint/response.ts";
import { concurrentLanes } from "../platform/concurrency-limit.ts";
import type { Db, Tx } from "../storage/database/statement.ts";
import { parseWebhookUrl } from "./addresses.ts";
import * as deliveries from "./delivery-store.ts";
import type { Webhooks } from "./dispatch.ts";
import * as store from "./store.ts";
import {
  addWebhook,
  changeWebhook,
  deleteWebhook,
  getWebhook,
  newMessageId,
  REQUEUED,
  removeDeliveries,
  requeue,
  rotateSecret,
  typesOf,
  type WebhookRecord,
} from "./webhooks.ts";

const error = () =>
  z.enum(DELIVERY_ERRORS).nullable().describe("null: the receiver responded with a status from 200 to 299");
const detail = () => z.string().nullable().describe("technical detail of the error");
const answer = () =>
  z.string().nullable().describe("always null: of a response nothing but its status is kept");

const Webhook = namedObject("Webhook", {
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
});
type Webhook = z.output<typeof Webhook>;

const CreatedWebhook = namedObject("CreatedWebhook", {
  secret: z.string().describe("`whsec_` and 32 bytes as base64; shown only now"),
  webhook: Webhook,
});

const WebhookTest = namedObject("WebhookTest", {
  status: z.int().nullable().describe("of the response; null: none came"),
  ms: z.int(),
  error: error(),
  detail: detail(),
  answer: answer(),
});

const WebhookDelivery = namedObject("WebhookDelivery", {
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
});
type WebhookDelivery = z.output<typeof WebhookDelivery>;

const QueuedAgain = namedObject("QueuedAgain", {
  queued: z.int().describe("deliveries that are sent again"),
});

const path = "/api/webhooks";
const MAX_URL = 2000;
const DEFAULT_OVERLAP_HOURS = 24;
/** Deliveries that one transaction removes. */
const REMOVED = 200;
/** Tests. A lane is a tenant. */
const TESTS = { running: 4, perLane: 2, waiting: 8 };

const shared = { permission: "administer", needsRecentLogin: true } as const;
const types = () =>
  z
    .array(oneOf(OUTGOING_EVENT_TYPES))
    .min(1)
    .nullable()
    .describe("the types of events that it gets; null: all, also those of later versions");
const url = () =>
  text(MAX_URL).describe("`https`, or `http` within this site's network; redirections are not followed");

/** Webhooks: addresses to which the server sends its events. */
export function webhookRoutes(
  { storage, clock }: Dependencies,
  { keys, allowsAddress, attempt }: Webhooks,
): Endpoint[] {
  const limitTest = concurrentLanes<number>(TESTS);
  const checked = (address: string) => parseWebhookUrl(address, allowsAddress);
  const record = (tx: Tx, { params }: { params: { id: number } }, { tenantId }: { tenantId: number }) =>
    getWebhook(tx, tenantId, params.id);

  return [
    query("GET", path, {
      operationId: "listWebhooks",
      permission: "administer",
      summary: "The tenant's webhooks with the figures of their deliveries, by name",
      response: z.array(Webhook),
      run: (_, { tenantId }) => ({ kind: "json", body: listWebhooks(storage.db, tenantId, clock.iso()) }),
    }),
    query("GET", `${path}/{id}`, {
      operationId: "getWebhook",
      permission: "administer",
      summary: "One webhook with the figures of its deliveries",
      params: { id: pathId() },
      response: Webhook,
      run: ({ params }, { tenantId }) =>
        webhookResponse(storage.db, getWebhook(storage.db, tenantId, params.id), clock.iso()),
    }),
    command("POST", path, {
      ...shared,
      operationId: "createWebhook",
      summary: "Adds a webhook",
      description:
        "It gets the events from now on, signed by the Standard Webhooks specification. Only this response holds the secret. `Idempotency-Key` of at least 22 random characters encrypts the stored response; a shorter one is ignored, because it would not protect the secret.",
      usesIdempotencyKey: "sealed",
      status: 201,
      body: { name: text(100), url: url(), types: types().optional(), isActive: flag().optional() },
      response: CreatedWebhook,
      errors: { 409: "the tenant has 20 webhooks" },
      run(tx, { body }, { tenantId }) {
        const { name, types: wanted = null, isActive = true } = body;
        const fields = { name, url: checked(body.url), types: wanted, isActive };
        const { oid, secret } = addWebhook(tx, keys, tenantId, fields);
        const webhook = webhookView(tx, getWebhook(tx, tenantId, oid), tx.now);
        return { kind: "json", body: { secret, webhook } };
      },
    }),
    command("PUT", `${path}/{id}`, {
      ...shared,
      operationId: "updateWebhook",
      summary: "Changes, pauses or resumes a webhook; absent properties keep their values",
      description:
        "A paused webhook (`isActive` false) loses no event: it gets those of the last 30 days when it is resumed.",
      params: { id: pathId() },
      body: {
        name: text(100).optional(),
        url: url().optional(),
        types: types().optional(),
        isActive: flag().optional(),
      },
      response: Webhook,
      record,
      run(tx, { params, body }, { tenantId }, { record: webhook }) {
        const { url: address, ...fields } = body;
        changeWebhook(tx, webhook, {
          ...fields,
          ...(address !== undefined && { url: checked(address) }),
        });
        return webhookResponse(tx, getWebhook(tx, tenantId, params.id), tx.now);
      },
    }),
    batch("DELETE", `${path}/{id}`, {
      ...shared,
      operationId: "deleteWebhook",
      summary: "Deletes a webhook with its deliveries, also those that wait",
      params: { id: pathId() },
      hasRecord: true,
      async run(input, { tenantId, userId, deviceTokenId }) {
        const { params, address } = input;
        const options = { by: { userId, deviceTokenId }, address };
        const webhook = getWebhook(storage.db, tenantId, params.id);
        const removeSome = (tx: Tx) => removeDeliveries(tx, webhook, REMOVED);
        const removeFirst = (tx: Tx) => {
          input.assertMatch(getWebhook(tx, tenantId, params.id));
          return removeSome(tx);
        };
        // In steps: counts go first.
        let removed = await storage.write(tenantId, removeFirst, options);
        while (removed === REMOVED) removed = await storage.write(tenantId, removeSome, options);
        await storage.write(tenantId, (tx) => deleteWebhook(tx, webhook), options);
      },
    }),
    command("POST", `${path}/{id}/secret`, {
      ...shared,
      operationId: "rotateWebhookSecret",
      summary: "Makes another secret; the earlier one signs too for a while",
      description:
        "During the overlap `webhook-signature` has a signature by each, so that the receiver changes its secret without a gap. Within it, a further secret replaces the new one; the earlier one goes on. With 0 hours all earlier secrets end at once. `Idempotency-Key` of at least 22 random characters encrypts the stored response; a shorter one is ignored, because it would not protect the secret.",
      usesIdempotencyKey: "sealed",
      status: 201,
      params: { id: pathId() },
      body: {
        overlapHours: integer(0, 72)
          .optional()
          .describe(`hours for which the earlier secret signs too; default: ${DEFAULT_OVERLAP_HOURS}`),
      },
      bodyOptional: true,
      response: CreatedWebhook,
      record,
      run(tx, { params, body }, { tenantId }, { record: webhook }) {
        const secret = rotateSecret(tx, keys, webhook, body.overlapHours ?? DEFAULT_OVERLAP_HOURS);
        const rotated = getWebhook(tx, tenantId, params.id);
        return { kind: "json", body: { secret, webhook: webhookView(tx, rotated, tx.now) } };
      },
    }),
    batch("POST", `${path}/{id}/test`, {
      ...shared,
      operationId: "testWebhook",
      summary: "Sends the event `webhook.test` now, once, and responds with what came of it",
      description: "Also to a paused webhook. A test is no delivery: it is not listed and not repeated.",
      params: { id: pathId() },
      response: WebhookTest,
      async run({ params }, { tenantId }) {
        const webhook = getWebhook(storage.db, tenantId, params.id);
        const message = {
          messageId: newMessageId(),
          type: "webhook.test",
          at: clock.iso(),
          data: JSON.stringify({ oid: webhook.oid }),
        };
        const answer = await limitTest(tenantId, () => attempt(webhook, message));
        const { status, ms, error, detail } = answer;
        return { kind: "json", body: { status, ms, error, detail, answer: null } };
      },
    }),
  ];
}

function webhookResponse(db: Db, webhook: WebhookRecord, now: string) {
  const body = webhookView(db, webhook, now);
  return { kind: "json" as const, body, version: { change: webhook.change, shown: shownOf(body) } };
}

const deliveriesPath = "/api/webhooks/{id}/deliveries";
const MAX_PAGE = 100;

/** The deliveries of a webhook. */
export function webhookDeliveryRoutes(
  { storage }: Dependencies,
  { wake }: Pick<Webhooks, "wake">,
): Endpoint[] {
  return [
    query("GET", deliveriesPath, {
      operationId: "listWebhookDeliveries",
      permission: "administer",
      summary: "Deliveries of a webhook, newest first",
      description: "Of the events of the last 30 days. `before` is the `oid` of the last one of a page.",
      params: { id: pathId() },
      query: {
        state: oneOf(DELIVERY_STATES).optional(),
        before: queryId().optional(),
        limit: queryWhole(1, MAX_PAGE).optional(),
      },
      response: z.array(WebhookDelivery),
      run({ params, query: { state = null, before = Number.MAX_SAFE_INTEGER, limit = 50 } }, { tenantId }) {
        const { oid: webhookId } = getWebhook(storage.db, tenantId, params.id);
        const page = { webhookId, before, limit };
        const { db } = storage;
        const found =
          state === null ? deliveries.list.all(db, page) : deliveries.listOfState.all(db, { ...page, state });
        return { kind: "json", body: found.map(deliveryView) };
      },
    }),
    command("POST", `${deliveriesPath}/{deliveryId}/retry`, {
      operationId: "retryWebhookDelivery",
      permission: "administer",
      summary: "Sends a delivery again, whatever its state",
      description:
        "With the same `webhook-id`, now and for three days. A receiver that has it already should ignore it.",
      params: { id: pathId(), deliveryId: pathId() },
      response: WebhookDelivery,
      run(tx, { params }, { tenantId }) {
        const { oid: webhookId } = getWebhook(tx, tenantId, params.id);
        const oid = params.deliveryId;
        deliveries.queueAgain.run(tx, { webhookId, oid, now: tx.now });
        const found = deliveries.byId.first(tx, { tenantId, webhookId, oid });
        if (found === null) throw new NotFound(msg("Delivery not found."));
        wake(webhookId);
        return { kind: "json", body: deliveryView(found) };
      },
    }),
    command("POST", `${deliveriesPath}/retry`, {
      operationId: "retryWebhookDeliveries",
      permission: "administer",
      summary: "Sends the failed deliveries of a webhook again, the oldest first",
      description: `At most ${REQUEUED}. Where \`queued\` is ${REQUEUED}, there may be more: ask again.`,
      params: { id: pathId() },
      response: QueuedAgain,
      run(tx, { params }, { tenantId }) {
        const { oid: webhookId } = getWebhook(tx, tenantId, params.id);
        wake(webhookId);
        return { kind: "json", body: { queued: requeue(tx, webhookId, "failed") } };
      },
    }),
  ];
}

/** The tenant's webhooks with the figures of their deliveries, by name. `now`: ISO 8601. */
function listWebhooks(db: Db, tenantId: number, now: string): Webhook[] {
  const summaries = new Map(deliveries.summaries.all(db, { tenantId }).map((one) => [one.webhookId, one]));
  return store.ofTenant.all(db, { tenantId }).map((one) => viewOf(one, summaries.get(one.oid), now));
}

/** One webhook with the figures of its deliveries. */
function webhookView(db: Db, webhook: WebhookRecord, now: string): Webhook {
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
function deliveryView(found: NonNullable<ReturnType<typeof deliveries.byId.first>>): WebhookDelivery {
  return { ...found, answer: null };
}
