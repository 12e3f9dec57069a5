import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../../platform/log.ts";
import type { TableName } from "../../storage/database/schema.ts";
import type { Storage } from "../../storage/storage.ts";
import type { SendEvent } from "../endpoint/response.ts";

/** A value that clients follow; `name` is that of its events. */
export interface Topic {
  readonly name: string;
  /** It can have changed only where one of these did. */
  readonly tables: readonly TableName[];
  /** The current value, as JSON text. */
  state(storage: Storage, tenantId: number): Promise<string>;
}

/** What a client follows. */
export interface Subscription {
  /** Subscriptions of one channel have the same tenant and topics, which are read once for all of them. */
  readonly channel: string;
  readonly tenantId: number;
  readonly topics: readonly Topic[];
  /** Whether this client gets the topic. */
  isWanted(topic: Topic): boolean;
}

interface Subscriber extends Pick<Subscription, "isWanted"> {
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
}

/** Sends the topics' values to those who follow them. */
export interface Hub {
  /** Sends each wanted topic as it is, then whenever it has changed, until `ended` is aborted. */
  subscribe(subscription: Subscription, send: SendEvent, ended: AbortSignal): void;
}

/** A hub that sends a topic at most every `intervalMs`, however many terminals count. It costs nothing without subscribers. */
export function makeHub(storage: Storage, log: Log, intervalMs: number): Hub {
  const channels = new Map<string, Channel>();
  storage.onCommit((tables) => {
    for (const channel of channels.values())
      if (channel.topics.some((topic) => topic.tables.some((table) => tables.has(table)))) publish(channel);
  });

  function publish(channel: Channel): void {
    channel.isChanged = true;
    if (channel.isSending) return;
    channel.isSending = true;
    sendChanges(channel).catch((error: unknown) => log.error({ err: error }, "events were not sent"));
  }

  async function sendChanges(channel: Channel): Promise<void> {
    try {
      while (channel.isChanged && channel.subscribers.size > 0) {
        channel.isChanged = false;
        for (const topic of channel.topics) await sendTopic(channel, topic);
        await sleep(intervalMs, null, { ref: false });
      }
    } finally {
      channel.isSending = false;
    }
  }

  async function sendTopic(channel: Channel, topic: Topic): Promise<void> {
    const { tenantId, states } = channel;
    const isWanted = [...channel.subscribers].some((subscriber) => subscriber.isWanted(topic));
    // Nobody keeps it up to date: the next subscriber must not get it.
    if (!isWanted) return void states.delete(topic.name);
    // Taken before the value is read: what is committed meanwhile is read again.
    const version = storage.versions.of(tenantId, topic.tables);
    if (states.get(topic.name)?.version !== version)
      states.set(topic.name, { version, state: await topic.state(storage, tenantId) });
    for (const subscriber of channel.subscribers) sendKnown(channel, topic, subscriber);
  }

  function sendKnown({ states }: Channel, topic: Topic, { isWanted, send, sent }: Subscriber): void {
    const state = states.get(topic.name)?.state;
    if (state === undefined || sent.get(topic.name) === state || !isWanted(topic)) return;
    sent.set(topic.name, state);
    send(topic.name, JSON.parse(state));
  }

  return {
    subscribe({ channel: name, tenantId, topics, isWanted }, send, ended) {
      const channel = channels.get(name) ?? {
        tenantId,
        topics,
        subscribers: new Set(),
        states: new Map(),
        isSending: false,
        isChanged: false,
      };
      channels.set(name, channel);
      const subscriber: Subscriber = { isWanted, send, sent: new Map() };
      channel.subscribers.add(subscriber);
      // The last known values; where one is old, the current one follows within the interval.
      for (const topic of topics) sendKnown(channel, topic, subscriber);
      const leave = () => {
        channel.subscribers.delete(subscriber);
        if (channel.subscribers.size === 0 && channels.get(name) === channel) channels.delete(name);
      };
      ended.addEventListener("abort", leave, { once: true });
      publish(channel);
    },
  };
}
