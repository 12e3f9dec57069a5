import type { Dependencies } from "../http/dependencies.ts";
import { recordArticleEvents } from "../outgoing-events/article-events.ts";
import { type Channel, Outbox, type Outcome } from "../outgoing-events/outbox.ts";
import { newestOutgoingEvent } from "../outgoing-events/outgoing-events.ts";
import { pauseAfter } from "../platform/back-off.ts";
import type { Tx } from "../storage/database/statement.ts";
import { type AddressRule, isAllowedAddress, makeResolveHost, type ResolveHost } from "./addresses.ts";
import * as deliveries from "./delivery-store.ts";
import { signatureOf, type WebhookKeys, webhookKeys } from "./secrets.ts";
import { type Answer, send } from "./send.ts";
import * as store from "./store.ts";
import { queueEvents, type WebhookRecord } from "./webhooks.ts";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Pauses after the attempts; the last one repeats. docs/integrate/webhooks.md lists them. */
export const RETRY_PAUSES_MS: readonly number[] = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
];
/** A receiver that is back is noticed within half an hour, whatever its deliveries wait for. */
const RECEIVER_PAUSES_MS = RETRY_PAUSES_MS.slice(0, 5);
/** An event is tried for so long. */
const TRIED_MS = 72 * HOUR_MS;
/** Attempts at least: a server that was off for three days has not tried. */
const MIN_ATTEMPTS = 5;
/** A pause is up to this share longer, so that the deliveries of an outage do not all come back at once. */
const JITTER = 0.2;
/** A longer `Retry-After` is shortened. */
const MAX_RETRY_AFTER_MS = 6 * HOUR_MS;
/** Attempts to one webhook at once. */
const MAX_OF_WEBHOOK = 4;
/** Pause of a webhook whose name got no turn to be looked up. */
const BUSY_REST_MS = 2000;
/** The receiver does not want this webhook any more (410 Gone). */
const GONE = 410;

/** Options of the delivery. Tests replace them in the options of the appliance; there are no settings. */
export interface DispatchOptions {
  readonly allowsAddress: AddressRule;
  readonly resolveHost: ResolveHost;
  /** Milliseconds of an attempt. */
  readonly timeoutMs: number;
  /** Milliseconds between two looks at the clock. */
  readonly tickMs: number;
  /** Milliseconds in which changed articles are collected. */
  readonly collectMs: number;
}

const DEFAULTS: Omit<DispatchOptions, "resolveHost"> = {
  allowsAddress: isAllowedAddress,
  timeoutMs: 10_000,
  tickMs: 1000,
  collectMs: 1000,
};

/** An event for a receiver. */
interface OutgoingMessage {
  /** The same for each attempt. */
  readonly messageId: string;
  readonly type: string;
  /** ISO 8601. */
  readonly at: string;
  /** JSON. */
  readonly data: string;
}

/** The webhooks of a running server. */
export type Webhooks = ReturnType<typeof makeWebhooks>;

/** Reads the keys. `options`: for tests. */
export function makeWebhooks(dependencies: Dependencies, options: Partial<DispatchOptions> = {}) {
  const { storage, clock } = dependencies;
  const keys = webhookKeys(storage.folder);
  const all: DispatchOptions = { resolveHost: makeResolveHost(), ...DEFAULTS, ...options };

  async function attempt(webhook: WebhookRecord, { messageId, type, at, data }: OutgoingMessage) {
    const secrets = validSecrets(webhook, keys, clock.iso());
    if (secrets === null) return UNREADABLE;
    const body = `{"type":${JSON.stringify(type)},"timestamp":${JSON.stringify(at)},"data":${data}}`;
    // Receivers compare it with their own clocks.
    const timestamp = Math.floor(clock.wallTime() / 1000);
    const headers = {
      "webhook-id": messageId,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": signatureOf({ id: messageId, timestamp, body }, secrets),
    };
    return send({ url: webhook.url, headers, body }, { ...all, signal: outbox.stopping });
  }
  const outbox = new Outbox(dependencies, webhookChannel(dependencies, attempt), all.tickMs);
  let articles: ReturnType<typeof recordArticleEvents> | null = null;
  return {
    keys,
    allowsAddress: all.allowsAddress,
    /** Signs and sends a message once. Never rejects. */
    attempt,
    /** Begins to send. */
    start() {
      articles = recordArticleEvents(dependencies, all.collectMs);
      outbox.start();
    },
    /** Ends running attempts, whose deliveries stay waiting; resolves when nothing runs. */
    async stop() {
      await articles?.stop();
      await outbox.stop();
    },
    /** Ends the pauses of a webhook, because an Admin sends its deliveries again. */
    wake: (webhookId: number) => outbox.wake(webhookId),
  };
}

/** The secret, and after a rotation the earlier one. Null: the secret can't be decrypted. */
function validSecrets(webhook: WebhookRecord, keys: WebhookKeys, now: string): readonly Buffer[] | null {
  const { tenantId, earlierSecret, earlierUntil } = webhook;
  const secret = keys.decrypt(tenantId, webhook.secret);
  if (secret === null) return null;
  const isValid = earlierSecret !== null && earlierUntil !== null && earlierUntil > now;
  const earlier = isValid ? keys.decrypt(tenantId, earlierSecret) : null;
  return earlier === null ? [secret] : [secret, earlier];
}

const UNREADABLE: Answer = {
  status: null,
  ms: 0,
  error: "secret",
  detail: null,
  retryAfterMs: null,
  isBusy: false,
};

/** Each webhook is a receiver, and reads the events for itself. */
function webhookChannel(
  { storage, clock }: Dependencies,
  attempt: Webhooks["attempt"],
): Channel<WebhookRecord, OutgoingMessage & { readonly oid: number }, WebhookRecord> {
  const { db } = storage;
  const active = () => store.active.all(db, {});
  return {
    name: "webhooks",
    tables: { receivers: "webhook", deliveries: "webhookDelivery" },
    maxRunning: MAX_OF_WEBHOOK,
    pausesMs: RECEIVER_PAUSES_MS,
    receivers: active,
    behind(webhooks) {
      const newest = newestOutgoingEvent(db);
      return webhooks.filter(({ position }) => position < newest);
    },
    queue: queueEvents,
    due: ({ oid: webhookId }, limit) =>
      deliveries.due.all(db, { webhookId, now: clock.iso(), limit }).map(({ oid }) => oid),
    read: (oid) => deliveries.toSend.first(db, { oid }),
    async send(webhook, message): Promise<Outcome> {
      const { tenantId } = webhook;
      const answer = await attempt(webhook, message);
      if (answer.isBusy) return { tenantId, isReceiverFailing: null, restMs: BUSY_REST_MS, save: null };
      const giveUpBefore = clock.ago(TRIED_MS);
      return {
        tenantId,
        isReceiverFailing: answer.error !== null,
        restMs: answer.retryAfterMs && Math.min(answer.retryAfterMs, MAX_RETRY_AFTER_MS),
        save: (tx) => writeOutcome(tx, webhook, message.oid, answer, giveUpBefore),
      };
    },
  };
}

function writeOutcome(
  tx: Tx,
  webhook: WebhookRecord,
  oid: number,
  { status, ms, error, detail, retryAfterMs }: Answer,
  giveUpBefore: number,
): void {
  const delivery = deliveries.stateOf.first(tx, { oid });
  if (delivery === null || delivery.state !== "waiting") return;
  // An Admin may have corrected it meanwhile, as its address.
  const isUnchanged = store.byId.first(tx, webhook)?.change === webhook.change;
  const isGone = status === GONE && isUnchanged;
  const now = Date.parse(tx.now);
  const attempts = delivery.attempts + 1;
  const failed = { attempts, queuedAt: Date.parse(delivery.queuedDT), giveUpBefore, now, retryAfterMs };
  // A paused webhook keeps its deliveries until it is resumed, and a changed one gets them at once.
  const next = isGone || !isUnchanged ? now : nextTryAfter(failed, Math.random());
  const nextTry = error === null ? null : next;
  deliveries.saveOutcome.run(tx, {
    oid,
    now: tx.now,
    status,
    ms,
    error,
    detail,
    state: error === null ? "sent" : nextTry === null ? "failed" : "waiting",
    nextTryDT: nextTry === null ? null : new Date(nextTry).toISOString(),
  });
  if (isGone) store.setPause.run(tx, { oid: webhook.oid, pause: "gone", change: tx.change });
}

/** A delivery after a failed attempt. Times are milliseconds since 1970. */
interface FailedAttempt {
  /** With this one. */
  readonly attempts: number;
  readonly queuedAt: number;
  /** 72 hours ago. */
  readonly giveUpBefore: number;
  readonly now: number;
  readonly retryAfterMs: number | null;
}

/** When a delivery is tried again; null: no more. `random`: from 0 to 1. */
export function nextTryAfter(
  { attempts, queuedAt, giveUpBefore, now, retryAfterMs }: FailedAttempt,
  random: number,
): number | null {
  const isOver = queuedAt <= giveUpBefore;
  if (isOver && attempts >= MIN_ATTEMPTS) return null;
  const pause = pauseAfter(RETRY_PAUSES_MS, attempts);
  const wanted = Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
  const next = now + Math.round(Math.max(pause * (1 + JITTER * random), wanted));
  // The last attempt is at the end of the three days.
  const end = queuedAt + TRIED_MS;
  return isOver || end <= now ? next : Math.min(next, end);
}
