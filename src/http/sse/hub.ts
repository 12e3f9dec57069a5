import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../../platform/log.ts";
import type { TableName } from "../../storage/database/schema.ts";
import type { Storage } from "../../storage/storage.ts";
import type { SendEvent } from "../endpoint/response.ts";

/** A value that clients subscribe to. */
export interface Topic {
  /** Name of its events. */
  readonly name: string;
  /** The tables that the value depends on. */
  readonly tables: readonly TableName[];
  /** The current value, as JSON text. */
  state(storage: Storage, tenantId: number): Promise<string>;
}

/** The topics of one client. */
export interface Subscription {
  /** Subscriptions of one channel have the same tenant and topics. The values are read once for all of them. */
  readonly channel: string;
  readonly tenantId: number;
  readonly topics: readonly Topic[];
  /** Whether this client receives the topic. */
  isIncluded(topic: Topic): boolean;
}

interface Subscriber extends Pick<Subscription, "isIncluded"> {
  readonly send: SendEvent;
  /** The last value sent, by topic. */
  readonly sent: Map<string, string>;
}

interface Channel extends Pick<Subscription, "tenantId" | "topics"> {
  readonly subscribers: Set<Subscriber>;
  /** A topic's value at a version of its tables. */
  readonly states: Map<string, { readonly version: number; readonly state: string }>;
  isSending: boolean;
  isChanged: boolean;
  /** Ends the publishing of changes. */
  unfollow(): void;
}

/** Sends values of topics to subscribers. */
interface Hub {
  /** Sends the current value of each included topic, then each changed value, until `ended` is aborted. */
  subscribe(subscription: Subscription, send: SendEvent, ended: AbortSignal): void;
}

/** Creates a hub that sends each topic at most every `intervalMs`. It costs nothing without subscribers. */
export function makeHub(storage: Storage, log: Log, intervalMs: number): Hub {
  const publisher = new ChannelPublisher(storage, log, intervalMs);
  const channels = new Map<string, Channel>();

  function open(name: string, { tenantId, topics }: Subscription): Channel {
    const channel: Channel = {
      tenantId,
      topics,
      subscribers: new Set(),
      states: new Map(),
      isSending: false,
      isChanged: false,
      unfollow: storage.onChange(
        topics.flatMap(({ tables }) => tables),
        () => publisher.publish(channel),
      ),
    };
    channels.set(name, channel);
    return channel;
  }

  return {
    subscribe(subscription, send, ended) {
      const { channel: name, topics, isIncluded } = subscription;
      const channel = channels.get(name) ?? open(name, subscription);
      const subscriber: Subscriber = { isIncluded, send, sent: new Map() };
      channel.subscribers.add(subscriber);
      // Sends the last known values. The current value of a stale one follows within the interval.
      for (const topic of topics) sendKnownState(channel, topic, subscriber);
      const unsubscribe = () => {
        channel.subscribers.delete(subscriber);
        if (channel.subscribers.size > 0) return;
        channel.unfollow();
        channels.delete(name);
      };
      ended.addEventListener("abort", unsubscribe, { once: true });
      publisher.publish(channel);
    },
  };
}

/** Intervals until topics that could not be read are read again. */
const RETRY_INTERVALS = 60;

/** Reads changed topics and sends them to the subscribers of a channel. */
class ChannelPublisher {
  readonly #storage: Storage;
  readonly #log: Log;
  readonly #intervalMs: number;

  constructor(storage: Storage, log: Log, intervalMs: number) {
    this.#storage = storage;
    this.#log = log;
    this.#intervalMs = intervalMs;
  }

  /** Starts sending the changes of a channel, unless a loop is running already. */
  publish(channel: Channel): void {
    channel.isChanged = true;
    if (channel.isSending) return;
    channel.isSending = true;
    void this.#sendChanges(channel);
  }

  async #sendChanges(channel: Channel): Promise<void> {
    try {
      while (channel.isChanged && channel.subscribers.size > 0) {
        channel.isChanged = false;
        let pauseMs = this.#intervalMs;
        for (const topic of channel.topics)
          await this.#sendTopic(channel, topic).catch((error: unknown) => {
            this.#log.error({ err: error }, "events were not sent");
            // Nothing may be written for hours. A reader that stays broken must not fill the log.
            channel.isChanged = true;
            pauseMs = RETRY_INTERVALS * this.#intervalMs;
          });
        await sleep(pauseMs, null, { ref: false });
      }
    } finally {
      channel.isSending = false;
    }
  }

  async #sendTopic(channel: Channel, topic: Topic): Promise<void> {
    const { tenantId, states } = channel;
    const isIncluded = [...channel.subscribers].some((subscriber) => subscriber.isIncluded(topic));
    // Without a subscriber the state becomes stale: the next subscriber must not receive it.
    if (!isIncluded) return void states.delete(topic.name);
    // Before the value is read: a commit in the meantime causes another read.
    const version = this.#storage.versions.of(tenantId, topic.tables);
    if (states.get(topic.name)?.version !== version)
      states.set(topic.name, { version, state: await topic.state(this.#storage, tenantId) });
    for (const subscriber of channel.subscribers) sendKnownState(channel, topic, subscriber);
  }
}

function sendKnownState({ states }: Channel, topic: Topic, { isIncluded, send, sent }: Subscriber): void {
  const state = states.get(topic.name)?.state;
  if (state === undefined || sent.get(topic.name) === state || !isIncluded(topic)) return;
  sent.set(topic.name, state);
  send(topic.name, JSON.parse(state));
}
