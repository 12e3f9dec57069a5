import { signal } from "@preact/signals";

// Several tabs of a browser share one database. Each tab announces its writes to the others.

/** The kind of data that was written. */
export type TabMessage =
  | "outbox"
  | "errands"
  | "items"
  | "articles"
  | "locations"
  | "inventories"
  | "tags"
  | "values";

/**
 * The number of writes of each kind since the page was opened, by any tab. Reading it subscribes to changes.
 */
export const written = signal<Readonly<Record<TabMessage, number>>>({
  outbox: 0,
  errands: 0,
  items: 0,
  articles: 0,
  locations: 0,
  inventories: 0,
  tags: 0,
  values: 0,
});

// Without BroadcastChannel (old browsers), writes of other tabs are shown after a reload.
const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("tallybox") : null;
const listeners: ((what: TabMessage) => void)[] = [];

if (channel !== null) {
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    increment(data);
    for (const listener of listeners) listener(data);
  };
}

/** Announces a write to this tab and all others. */
export function notifyTabs(what: TabMessage): void {
  increment(what);
  channel?.postMessage(what);
}

/** Registers a listener for writes of other tabs. */
export function onTabMessage(listener: (what: TabMessage) => void): void {
  listeners.push(listener);
}

function increment(what: TabMessage): void {
  written.value = { ...written.value, [what]: written.value[what] + 1 };
}
