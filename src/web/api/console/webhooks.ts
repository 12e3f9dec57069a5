import { call } from "../call.ts";

// Calls of the console. The terminal does not load them.

/** The tenant's webhooks with the figures of their deliveries, by name. */
export const listWebhooks = call("GET /api/webhooks");
/** One webhook. */
export const getWebhook = call("GET /api/webhooks/{id}");
/** Adds a webhook. The response has its secret. */
export const createWebhook = call("POST /api/webhooks");
/** Changes, pauses or resumes a webhook. */
export const updateWebhook = call("PUT /api/webhooks/{id}");
/** Deletes a webhook with its deliveries. */
export const deleteWebhook = call("DELETE /api/webhooks/{id}");
/** Makes another secret; the earlier one signs too for a while. */
export const rotateWebhookSecret = call("POST /api/webhooks/{id}/secret");
/** Sends a test event now, and responds with what came of it. */
export const testWebhook = call("POST /api/webhooks/{id}/test");
/** Deliveries of a webhook, newest first. */
export const listWebhookDeliveries = call("GET /api/webhooks/{id}/deliveries");
/** Sends one delivery again. */
export const retryWebhookDelivery = call("POST /api/webhooks/{id}/deliveries/{deliveryId}/retry");
/** Sends all failed deliveries again. */
export const retryWebhookDeliveries = call("POST /api/webhooks/{id}/deliveries/retry");
