import { z } from "zod";
import { NotFound } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import { DELIVERY_STATES } from "../domain/webhook-deliveries.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { command, type Endpoint, query } from "../http/endpoint/endpoint.ts";
import { oneOf, pathId, queryId, queryWhole } from "../http/endpoint/fields.ts";
import * as store from "./delivery-store.ts";
import type { Webhooks } from "./dispatch.ts";
import { QueuedAgain, WebhookDelivery } from "./shapes.ts";
import { deliveryView } from "./views.ts";
import { getWebhook, REQUEUED, requeue } from "./webhooks.ts";

const path = "/api/webhooks/{id}/deliveries";
const MAX_PAGE = 100;

/** The deliveries of a webhook. */
export function webhookDeliveryRoutes(
  { storage }: Dependencies,
  { wake }: Pick<Webhooks, "wake">,
): Endpoint[] {
  return [
    query(
      "GET",
      path,
      {
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
      },
      ({ params, query: { state = null, before = Number.MAX_SAFE_INTEGER, limit = 50 } }, { tenantId }) => {
        const { oid: webhookId } = getWebhook(storage.db, tenantId, params.id);
        const page = { webhookId, before, limit };
        const { db } = storage;
        const found =
          state === null ? store.list.all(db, page) : store.listOfState.all(db, { ...page, state });
        return { kind: "json", body: found.map(deliveryView) };
      },
    ),
    command(
      "POST",
      `${path}/{deliveryId}/retry`,
      {
        operationId: "retryWebhookDelivery",
        permission: "administer",
        summary: "Sends a delivery again, whatever its state",
        description:
          "With the same `webhook-id`, now and for three days. A receiver that has it already should ignore it.",
        params: { id: pathId(), deliveryId: pathId() },
        response: WebhookDelivery,
      },
      (tx, { params }, { tenantId }) => {
        const { oid: webhookId } = getWebhook(tx, tenantId, params.id);
        const oid = params.deliveryId;
        store.queueAgain.run(tx, { webhookId, oid, now: tx.now });
        const found = store.byId.first(tx, { tenantId, webhookId, oid });
        if (found === null) throw new NotFound(msg("Delivery not found."));
        wake(webhookId);
        return { kind: "json", body: deliveryView(found) };
      },
    ),
    command(
      "POST",
      `${path}/retry`,
      {
        operationId: "retryWebhookDeliveries",
        permission: "administer",
        summary: "Sends the failed deliveries of a webhook again, the oldest first",
        description: `At most ${REQUEUED}. Where \`queued\` is ${REQUEUED}, there may be more: ask again.`,
        params: { id: pathId() },
        response: QueuedAgain,
      },
      (tx, { params }, { tenantId }) => {
        const { oid: webhookId } = getWebhook(tx, tenantId, params.id);
        wake(webhookId);
        return { kind: "json", body: { queued: requeue(tx, webhookId, "failed") } };
      },
    ),
  ];
}
