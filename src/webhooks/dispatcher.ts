import { Unavailable } from "../domain/errors.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { makeArticleEvents } from "../outgoing-events/article-events.ts";
import { newestOutgoingEvent } from "../outgoing-events/outgoing-events.ts";
import type { Tx } from "../storage/database/statement.ts";
import { type AddressRule, isAllowedAddress } from "./address-rules.ts";
import { type Attempt, makeAttempt } from "./attempt.ts";
import * as deliveries from "./delivery-store.ts";
import { Lane } from "./lane.ts";
import { makeResolveHost, type ResolveHost } from "./lookup.ts";
import { saveOutcome } from "./outcome.ts";
import type { WebhookKeys } from "./secrets.ts";
import * as store from "./store.ts";
import { queueEvents, type WebhookRecord } from "./webhooks.ts";

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

/** Attempts at once: of all webhooks, of one, and of one whose last attempt failed. */
const MAX_RUNNING = 32;
const MAX_OF_WEBHOOK = 4;
const MAX_OF_FAILING = 1;
/** All failing webhooks together, so that the others always have room. */
const MAX_FAILING = 16;
/** Events of a transaction: few, because it is written on a nearly full disk too. */
const STEP = 50;
/** `disk.low` must reach its receivers. What causes events has the space for them. */
const EVEN_WHEN_LOW = { evenWhenLow: true };

/** Pause of a webhook after an error of the server. */
const ERROR_REST_MS = 60_000;
/** Pause of a webhook whose name got no turn to be looked up. */
const BUSY_REST_MS = 2000;

/** Sends the deliveries of all webhooks. Without a webhook it does nothing. */
export class WebhookDispatcher {
  readonly attempt: Attempt;
  readonly options: DispatchOptions;
  readonly #dependencies: Dependencies;
  readonly #lanes = new Map<number, Lane>();
  readonly #stopping = new AbortController();
  readonly #tasks = new Set<Promise<void>>();
  readonly #recordArticles: () => Promise<void>;
  #webhooks: readonly WebhookRecord[] | null = null;
  #timer: NodeJS.Timeout | null = null;
  #collecting: NodeJS.Timeout | null = null;
  #isScheduled = false;
  #isQueueing = false;
  #isCollecting = false;
  /** Changes that may be of articles were not looked at yet. */
  #hasChanges = true;

  constructor(dependencies: Dependencies, keys: WebhookKeys, options: Partial<DispatchOptions> = {}) {
    this.#dependencies = dependencies;
    this.options = { resolveHost: makeResolveHost(), ...DEFAULTS, ...options };
    this.attempt = makeAttempt(dependencies, keys, this.options, this.#stopping.signal);
    this.#recordArticles = makeArticleEvents(dependencies.storage);
  }

  /** Follows the commits and the clock. */
  start(): void {
    const { storage } = this.#dependencies;
    storage.onCommit((tables) => {
      if (tables.has("webhook")) this.#webhooks = null;
      if (tables.has("webhook") || tables.has("webhookDelivery") || tables.has("outgoingEvent"))
        this.#schedule();
      if (!tables.has("changeEntry")) return;
      this.#hasChanges = true;
      this.#collectLater();
    });
    this.#timer = setInterval(() => this.#tick(), this.options.tickMs).unref();
    this.#collectLater();
    this.#schedule();
  }

  /** Ends running attempts, whose deliveries stay waiting; resolves when nothing runs. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearInterval(this.#timer ?? undefined);
    clearTimeout(this.#collecting ?? undefined);
    while (this.#tasks.size > 0) await Promise.all(this.#tasks);
  }

  /** Ends the rests of a webhook, because an Admin sends its deliveries again. */
  wake(webhookId: number): void {
    this.#lanes.get(webhookId)?.wake();
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  #activeWebhooks(): readonly WebhookRecord[] {
    this.#webhooks ??= store.active.all(this.#dependencies.storage.db, {});
    return this.#webhooks;
  }

  #tick(): void {
    this.#schedule();
    this.#collectLater();
  }

  #schedule(): void {
    if (this.#isScheduled || this.#isStopping) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      if (this.#isStopping || this.#activeWebhooks().length === 0) return;
      this.#queueNewEvents();
      this.#startDue();
    });
  }

  /** Records the changed articles of a while together. What changes meanwhile, or could not be recorded, is next. */
  #collectLater(): void {
    if (this.#isCollecting || !this.#hasChanges || this.#isStopping) return;
    this.#isCollecting = true;
    this.#collecting = setTimeout(() => {
      this.#hasChanges = false;
      this.#run(this.#recordArticles(), "changed articles were not recorded", (isDone) => {
        this.#isCollecting = false;
        this.#hasChanges ||= !isDone;
        // After an error the next tick tries again.
        if (isDone) this.#collectLater();
      });
    }, this.options.collectMs).unref();
  }

  /** Runs background work until it ends. A full disk is tried again at the next tick. */
  #run(work: Promise<void>, message: string, onEnd: (isDone: boolean) => void): void {
    const { log } = this.#dependencies;
    const task = work
      .then(
        () => true,
        (error: unknown) => {
          if (!(error instanceof Unavailable)) log.error({ err: error }, message);
          return false;
        },
      )
      .then((isDone) => {
        this.#tasks.delete(task);
        onEnd(isDone);
      });
    this.#tasks.add(task);
  }

  #queueNewEvents(): void {
    const newest = newestOutgoingEvent(this.#dependencies.storage.db);
    const behind = this.#activeWebhooks().filter(({ position }) => position < newest);
    if (this.#isQueueing || behind.length === 0) return;
    this.#isQueueing = true;
    this.#run(this.#queueFor(behind), "events were not queued for webhooks", (isDone) => {
      this.#isQueueing = false;
      if (isDone) this.#schedule();
    });
  }

  async #queueFor(webhooks: readonly WebhookRecord[]): Promise<void> {
    const { storage } = this.#dependencies;
    for (const webhook of webhooks) {
      let hasMore = true;
      const queue = (tx: Tx) => queueEvents(tx, webhook, STEP);
      while (hasMore && !this.#isStopping)
        hasMore = await storage.write(webhook.tenantId, queue, EVEN_WHEN_LOW);
    }
  }

  #startDue(): void {
    const { storage, clock } = this.#dependencies;
    for (const webhook of this.#activeWebhooks()) {
      const lane = this.#laneOf(webhook);
      const room = lane.mayStart(clock.now()) ? this.#roomOf(lane) : 0;
      if (room <= 0) continue;
      const limit = room + lane.running.size;
      const due = deliveries.due.all(storage.db, { webhookId: webhook.oid, now: clock.iso(), limit });
      for (const { oid } of due.filter((one) => !lane.running.has(one.oid)).slice(0, room)) {
        lane.running.add(oid);
        this.#run(this.#deliver(webhook, lane, oid), "a delivery of a webhook failed", () => {
          lane.running.delete(oid);
          this.#schedule();
        });
      }
    }
  }

  #laneOf({ oid, change }: WebhookRecord): Lane {
    const lane = this.#lanes.get(oid) ?? new Lane(change);
    this.#lanes.set(oid, lane);
    lane.follow(change);
    return lane;
  }

  #roomOf(lane: Lane): number {
    const lanes = [...this.#lanes.values()];
    const running = (some: readonly Lane[]) => some.reduce((sum, one) => sum + one.running.size, 0);
    const own = (lane.isFailing ? MAX_OF_FAILING : MAX_OF_WEBHOOK) - lane.running.size;
    const all = MAX_RUNNING - running(lanes);
    if (!lane.isFailing) return Math.min(own, all);
    return Math.min(own, all, MAX_FAILING - running(lanes.filter(({ isFailing }) => isFailing)));
  }

  async #deliver(webhook: WebhookRecord, lane: Lane, oid: number): Promise<void> {
    const { storage, clock } = this.#dependencies;
    const delivery = deliveries.toSend.first(storage.db, { oid });
    if (delivery === null) return;
    // A power cut must not undo what the receiver knows. The server does not know yet of the last commit of a running job.
    await (storage.jobs.runningMs() === null ? storage.durable() : storage.flush());
    if (this.#isStopping) return;
    const begun = lane.begin();
    const answer = await this.attempt(webhook, delivery);
    // An attempt that a stop has ended is not counted.
    if (this.#isStopping) return;
    if (answer.isBusy) return lane.restUntil(clock.now() + BUSY_REST_MS);
    if (answer.error === null) lane.succeeded();
    else lane.failed(begun, clock.now(), answer.retryAfterMs);
    try {
      await saveOutcome(this.#dependencies, webhook, oid, answer, this.#stopping.signal);
    } catch (error) {
      // The delivery must not be sent again at once.
      lane.restUntil(clock.now() + ERROR_REST_MS);
      throw error;
    }
  }
}
