import { signal } from "@preact/signals";

// Several tabs of one browser work on one database: each tells the others what it has written.

/** What was written, so that whoever shows it reads it again. */
export type TabMessage = "outbox" | "errands" | "items" | "articles" | "places" | "inventories" | "values";

/** How often each was written since the page was opened, by whichever tab: read it to be told. */
export const written = signal<Readonly<Record<TabMessage, number>>>({
  outbox: 0,
  errands: 0,
  items: 0,
  articles: 0,
  places: 0,
  inventories: 0,
  values: 0,
});

// An old browser without it shows what other tabs have written when the page is loaded again.
const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("tallybox") : null;
const listeners: ((what: TabMessage) => void)[] = [];

if (channel !== null) {
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    note(data);
    for (const listen of listeners) listen(data);
  };
}

/** Says to this tab and to all others that something was written. */
export function notifyTabs(what: TabMessage): void {
  note(what);
  channel?.postMessage(what);
}

/** Calls back when another tab has written. */
export function onTabMessage(listen: (what: TabMessage) => void): void {
  listeners.push(listen);
}

function note(what: TabMessage): void {
  written.value = { ...written.value, [what]: written.value[what] + 1 };
}
