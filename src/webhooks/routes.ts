import { randomBytes } from "node:crypto";
import { z } from "zod";
import { OUTGOING_EVENT_TYPES } from "../domain/outgoing-event-types.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { batch, command, type Endpoint, query } from "../http/endpoint/endpoint.ts";
import { flag, integer, oneOf, pathId, text } from "../http/endpoint/fields.ts";
import { shownOf } from "../http/endpoint/response.ts";
import { concurrentLanes } from "../platform/concurrency-limit.ts";
import type { Db, Tx } from "../storage/database/statement.ts";
import type { Webhooks } from "./dispatch.ts";
import { CreatedWebhook, Webhook, WebhookTest } from "./shapes.ts";
import { checkUrl } from "./url.ts";
import { listWebhooks, webhookView } from "./views.ts";
import {
  addWebhook,
  changeWebhook,
  deleteWebhook,
  getWebhook,
  removeDeliveries,
  rotateSecret,
  type WebhookRecord,
} from "./webhooks.ts";

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
  const checked = (address: string) => checkUrl(address, allowsAddress);
  const record = (tx: Tx, { params }: { params: { id: number } }, { tenantId }: { tenantId: number }) =>
    getWebhook(tx, tenantId, params.id);

  return [
    query(
      "GET",
      path,
      {
        operationId: "listWebhooks",
        permission: "administer",
        summary: "The tenant's webhooks with the figures of their deliveries, by name",
        response: z.array(Webhook),
      },
      (_, { tenantId }) => ({ kind: "json", body: listWebhooks(storage.db, tenantId, clock.iso()) }),
    ),
    query(
      "GET",
      `${path}/{id}`,
      {
        operationId: "getWebhook",
        permission: "administer",
        summary: "One webhook with the figures of its deliveries",
        params: { id: pathId() },
        response: Webhook,
      },
      ({ params }, { tenantId }) =>
        detail(storage.db, getWebhook(storage.db, tenantId, params.id), clock.iso()),
    ),
    command(
      "POST",
      path,
      {
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
      },
      (tx, { body }, { tenantId }) => {
        const { name, types: wanted = null, isActive = true } = body;
        const fields = { name, url: checked(body.url), types: wanted, isActive };
        const { oid, secret } = addWebhook(tx, keys, tenantId, fields);
        const webhook = webhookView(tx, getWebhook(tx, tenantId, oid), tx.now);
        return { kind: "json", body: { secret, webhook } };
      },
    ),
    command(
      "PUT",
      `${path}/{id}`,
      {
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
      },
      (tx, { params, body }, { tenantId }, { record: webhook }) => {
        const { url: address, ...fields } = body;
        changeWebhook(tx, webhook, {
          ...fields,
          ...(address !== undefined && { url: checked(address) }),
        });
        return detail(tx, getWebhook(tx, tenantId, params.id), tx.now);
      },
    ),
    batch(
      "DELETE",
      `${path}/{id}`,
      {
        ...shared,
        operationId: "deleteWebhook",
        summary: "Deletes a webhook with its deliveries, also those that wait",
        params: { id: pathId() },
        status: 204,
        response: z.null(),
        hasRecord: true,
      },
      async (input, { tenantId, userId, deviceTokenId }) => {
        const { params, address } = input;
        const options = { by: { userId, deviceTokenId }, address };
        const webhook = getWebhook(storage.db, tenantId, params.id);
        input.assertMatch(webhook);
        const removeSome = (tx: Tx) => removeDeliveries(tx, webhook, REMOVED);
        // In steps: counts go first.
        while ((await storage.write(tenantId, removeSome, options)) === REMOVED);
        await storage.write(tenantId, (tx) => deleteWebhook(tx, webhook), options);
        return { kind: "empty" };
      },
    ),
    command(
      "POST",
      `${path}/{id}/secret`,
      {
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
      },
      (tx, { params, body }, { tenantId }, { record: webhook }) => {
        const secret = rotateSecret(tx, keys, webhook, body.overlapHours ?? DEFAULT_OVERLAP_HOURS);
        const rotated = getWebhook(tx, tenantId, params.id);
        return { kind: "json", body: { secret, webhook: webhookView(tx, rotated, tx.now) } };
      },
    ),
    batch(
      "POST",
      `${path}/{id}/test`,
      {
        ...shared,
        operationId: "testWebhook",
        summary: "Sends the event `webhook.test` now, once, and responds with what came of it",
        description: "Also to a paused webhook. A test is no delivery: it is not listed and not repeated.",
        params: { id: pathId() },
        response: WebhookTest,
      },
      async ({ params }, { tenantId }) => {
        const webhook = getWebhook(storage.db, tenantId, params.id);
        const message = {
          messageId: `msg_${randomBytes(16).toString("base64url")}`,
          type: "webhook.test",
          at: clock.iso(),
          data: JSON.stringify({ oid: webhook.oid }),
        };
        const answer = await limitTest(tenantId, () => attempt(webhook, message));
        const { status, ms, error, detail } = answer;
        return { kind: "json", body: { status, ms, error, detail, answer: null } };
      },
    ),
  ];
}

function detail(db: Db, webhook: WebhookRecord, now: string) {
  const body = webhookView(db, webhook, now);
  return { kind: "json" as const, body, version: { change: webhook.change, shown: shownOf(body) } };
}
