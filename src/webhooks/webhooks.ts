import { randomBytes } from "node:crypto";
import { Conflict, orNotFound } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import {
  isOutgoingEventType,
  OUTGOING_EVENT_TYPES,
  type OutgoingEventType,
} from "../domain/outgoing-event-types.ts";
import type { DeliveryState } from "../domain/webhook-deliveries.ts";
import { followArticles, unfollowArticles } from "../outgoing-events/article-events.ts";
import { newestOutgoingEvent, readOutgoingEvents } from "../outgoing-events/outgoing-events.ts";
import { recordEvent } from "../security-log/event.ts";
import type { Db, Tx } from "../storage/database/statement.ts";
import * as deliveries from "./delivery-store.ts";
import { makeSecret, type WebhookKeys } from "./secrets.ts";
import * as store from "./store.ts";

const MAX_WEBHOOKS = 20;
const HOUR_MS = 3_600_000;

/** A webhook as it is stored. */
export type WebhookRecord = NonNullable<ReturnType<typeof store.byId.first>>;

/** The webhook of this id in the tenant. Throws NotFound. */
export function getWebhook(db: Db, tenantId: number, oid: number): WebhookRecord {
  return orNotFound(store.byId.first(db, { tenantId, oid }), msg("Webhook not found."));
}

/** The types that a webhook wants; null: all. Types that this version does not know are left out. */
export function typesOf({ types }: Pick<WebhookRecord, "types">): readonly OutgoingEventType[] | null {
  if (types === null) return null;
  const all: unknown = JSON.parse(types);
  return Array.isArray(all) ? all.filter(isOutgoingEventType) : [];
}

/** The values of a webhook. */
interface WebhookFields {
  readonly name: string;
  /** Checked (addresses.ts). */
  readonly url: string;
  readonly types: readonly OutgoingEventType[] | null;
  readonly isActive: boolean;
}

/** Adds a webhook. It gets the events from now on. Throws Conflict above MAX_WEBHOOKS. */
export function addWebhook(
  tx: Tx,
  keys: WebhookKeys,
  tenantId: number,
  fields: WebhookFields,
): { readonly oid: number; readonly secret: string } {
  if ((store.count.first(tx, { tenantId })?.count ?? 0) >= MAX_WEBHOOKS)
    throw new Conflict(
      msg("There are {max} webhooks. Delete one that is not needed.", { max: MAX_WEBHOOKS }),
    );
  const secret = makeSecret();
  const { oid } = store.insert.run(tx, {
    tenantId,
    name: fields.name,
    url: fields.url,
    types: jsonOf(fields.types),
    pause: fields.isActive ? null : "user",
    secret: keys.encrypt(tenantId, secret.bytes),
    position: newestOutgoingEvent(tx),
    createdDT: tx.now,
    change: tx.change,
  });
  updateFollowing(tx, tenantId);
  const details = { webhook: oid, name: fields.name, origin: originOf(fields.url) };
  recordEvent(tx, { kind: "webhookCreated", tenantId, details });
  return { oid, secret: secret.text };
}

/** New values of a webhook. An absent property does not change. */
type WebhookChange = { readonly [K in keyof WebhookFields]?: WebhookFields[K] | undefined };

/** Changes a webhook. After a pause, or at another address, it gets at once what waits, and the time of the oldest deliveries begins anew. */
export function changeWebhook(tx: Tx, webhook: WebhookRecord, fields: WebhookChange): void {
  const { oid, tenantId } = webhook;
  const { name = webhook.name, url = webhook.url, isActive = webhook.pause === null } = fields;
  const types = fields.types === undefined ? webhook.types : jsonOf(fields.types);
  const pause = isActive ? null : (webhook.pause ?? "user");
  store.update.run(tx, { oid, name, url, types, pause, change: tx.change });
  if (isActive && (webhook.pause !== null || url !== webhook.url)) requeue(tx, oid, "waiting");
  updateFollowing(tx, tenantId);
  const details = {
    webhook: oid,
    name,
    isActive,
    ...(url === webhook.url ? {} : { before: originOf(webhook.url), after: originOf(url) }),
  };
  recordEvent(tx, { kind: "webhookChanged", tenantId, details });
}

/** Deliveries that one transaction changes: more would keep counts waiting. */
export const REQUEUED = 1000;

/** Sends deliveries of a state again, the oldest first, at most REQUEUED. Returns how many. */
export function requeue(tx: Tx, webhookId: number, state: DeliveryState): number {
  return deliveries.queueAllAgain.run(tx, { webhookId, state, now: tx.now, limit: REQUEUED }).changes;
}

/** Pauses a webhook that is being deleted, and removes at most `limit` of its deliveries. Returns how many. */
export function removeDeliveries(tx: Tx, { oid, tenantId }: WebhookRecord, limit: number): number {
  const { change } = tx;
  if (getWebhook(tx, tenantId, oid).pause === null) store.setPause.run(tx, { oid, pause: "user", change });
  return deliveries.removeSome.run(tx, { webhookId: oid, limit }).changes;
}

/** Deletes a webhook with its deliveries. */
export function deleteWebhook(tx: Tx, { oid, tenantId, name, url }: WebhookRecord): void {
  store.remove.run(tx, { oid });
  updateFollowing(tx, tenantId);
  const details = { webhook: oid, name, origin: originOf(url) };
  recordEvent(tx, { kind: "webhookDeleted", tenantId, details });
}

/**
 * Makes another secret. The earlier one signs too for `overlapHours`; one that does so already stays, because the receiver may still
 * use it, and the secret after it ends. Returns the text of the new one.
 */
export function rotateSecret(
  tx: Tx,
  keys: WebhookKeys,
  { oid, tenantId, name }: WebhookRecord,
  overlapHours: number,
): string {
  const { bytes, text } = makeSecret();
  const earlierUntil = new Date(Date.parse(tx.now) + overlapHours * HOUR_MS).toISOString();
  store.rotateSecret.run(tx, {
    oid,
    secret: keys.encrypt(tenantId, bytes),
    earlierUntil,
    change: tx.change,
    keepsEarlier: overlapHours > 0 ? 1 : 0,
    now: tx.now,
  });
  if (overlapHours === 0) removeEndedSecrets(tx);
  const details = { webhook: oid, name, endsAt: earlierUntil };
  recordEvent(tx, { kind: "webhookSecretRotated", tenantId, details });
  return text;
}

/** Removes earlier secrets that no longer sign. */
export function removeEndedSecrets(tx: Tx): void {
  store.removeEarlierSecrets.run(tx, { now: tx.now });
}

/** Pauses all webhooks: a restored folder may be on a test machine, and has events that were sent before. */
export function pauseAfterRestore(tx: Tx): void {
  store.pauseAll.run(tx, { pause: "restored", change: tx.change });
}

/** Makes deliveries of at most `limit` events after the webhook's position. Returns whether there may be more. */
export function queueEvents(tx: Tx, { oid: webhookId, tenantId }: WebhookRecord, limit: number): boolean {
  const webhook = store.byId.first(tx, { tenantId, oid: webhookId });
  if (webhook === null || webhook.pause !== null) return false;
  const wanted = typesOf(webhook);
  const { events, cursor, hasMore } = readOutgoingEvents(tx, tenantId, webhook.position, limit);
  for (const { oid: eventId, type } of events)
    if (wanted === null || wanted.includes(type)) {
      const messageId = newMessageId();
      deliveries.insert.run(tx, { tenantId, webhookId, eventId, messageId, now: tx.now });
    }
  if (cursor > webhook.position) store.setPosition.run(tx, { oid: webhookId, position: cursor });
  return hasMore;
}

/** Random: after a restore, which reuses numbers, a receiver would take a new event for one that it has. */
export function newMessageId(): string {
  return `msg_${randomBytes(16).toString("base64url")}`;
}

/** Changed articles become events only while a webhook wants them. */
function updateFollowing(tx: Tx, tenantId: number): void {
  const isWanted = store.wanting.first(tx, { tenantId, type: "article.changed" }) !== null;
  (isWanted ? followArticles : unfollowArticles)(tx, tenantId);
}

/** In the order of OUTGOING_EVENT_TYPES, each once. */
function jsonOf(types: readonly OutgoingEventType[] | null): string | null {
  return types && JSON.stringify(OUTGOING_EVENT_TYPES.filter((type) => types.includes(type)));
}

/** Without path and query, which may contain a secret of the receiver. */
const originOf = (url: string): string => new URL(url).origin;
