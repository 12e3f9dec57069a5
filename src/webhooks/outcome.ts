import { setTimeout as sleep } from "node:timers/promises";
import { Unavailable } from "../domain/errors.ts";
import type { Dependencies } from "../http/dependencies.ts";
import type { Tx } from "../storage/database/statement.ts";
import * as deliveries from "./delivery-store.ts";
import { nextTryAfter, TRIED_MS } from "./retries.ts";
import type { Answer } from "./send.ts";
import * as store from "./store.ts";
import type { WebhookRecord } from "./webhooks.ts";

/** The receiver does not want this webhook any more (410 Gone). */
const GONE = 410;
const RETRY_WRITE_MS = 1000;

/**
 * Saves what came of an attempt. On a full disk it waits for space: until then the delivery is not sent again.
 * `stopping`: ends the wait.
 */
export async function saveOutcome(
  { storage, clock }: Dependencies,
  webhook: WebhookRecord,
  oid: number,
  answer: Answer,
  stopping: AbortSignal,
): Promise<void> {
  const giveUpBefore = clock.ago(TRIED_MS);
  const work = (tx: Tx) => writeOutcome(tx, webhook, oid, answer, giveUpBefore);
  while (!stopping.aborted) {
    try {
      await storage.write(webhook.tenantId, work, { evenWhenLow: true });
      return;
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      await sleep(RETRY_WRITE_MS, null, { signal: stopping }).catch(() => null);
    }
  }
}

function writeOutcome(
  tx: Tx,
  webhook: WebhookRecord,
  oid: number,
  answer: Answer,
  giveUpBefore: number,
): void {
  const delivery = deliveries.stateOf.first(tx, { oid });
  if (delivery === null || delivery.state !== "waiting") return;
  const { status, ms, error, detail, retryAfterMs } = answer;
  const isGone = status === GONE;
  const now = Date.parse(tx.now);
  const { attempts, queuedDT } = delivery;
  const next =
    error === null
      ? null
      : nextTryAfter(
          {
            attempts: attempts + 1,
            queuedAt: Date.parse(queuedDT),
            giveUpBefore,
            now,
            retryAfterMs,
          },
          Math.random(),
        );
  // A paused webhook keeps its deliveries until it is resumed.
  const nextTry = isGone ? now : next;
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
