import { type Signal, signal } from "@preact/signals";
import { markReachable, markUnreachable } from "../../api/connection.ts";
import { session } from "../../api/tokens.ts";
import { reportError } from "../../errors/report-error.ts";
import type { EventData, StreamState, Told, Topic } from "./server-events.ts";
import type { PageMessage } from "./shared-stream.ts";
import { followEvents } from "./stream.ts";

type Known = { readonly [T in Topic]: Signal<EventData[T] | null> };

/** What the server told last of each topic; null: nothing yet, or nothing that this user may hear. */
export const eventData: Known = {
  inventories: signal(null),
  printers: signal(null),
  devices: signal(null),
  approvals: signal(null),
  jobs: signal(null),
  changes: signal(null),
};
/** How often each topic has been told anew since the page was opened. */
export const eventCounts: { readonly [T in Topic]: Signal<number> } = {
  inventories: signal(0),
  printers: signal(0),
  devices: signal(0),
  approvals: signal(0),
  jobs: signal(0),
  changes: signal(0),
};
/** How the stream is. */
export const streamState = signal<StreamState>("asking");
/** How often the stream has come (back): what it does not tell of may have changed while it was away. */
export const reconnects = signal(0);

const texts = new Map<Topic, string>();
const LOOK_MS = 15_000;
const PATIENCE_MS = 3000;

/** Follows the server from now on: by the stream that all tabs share, or where browsers have none (phones) by one while it is seen. */
export function startEvents(): void {
  session.subscribe(() => forgetOthers());
  if (!("SharedWorker" in window)) {
    followWhileSeen();
    return;
  }
  share();
  addEventListener("pagehide", () => say("bye"));
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) say("hello");
  });
  setInterval(() => look(), LOOK_MS);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) look();
  });
}

let whose: number | null = null;

function forgetOthers(): void {
  const now = session.peek()?.user.id ?? null;
  if (now === whose) return;
  whose = now;
  texts.clear();
  for (const one of Object.values(eventData)) one.value = null;
}

function take(said: Told): void {
  if (said.is === "state") {
    takeState(said.state);
    return;
  }
  if (texts.get(said.topic) === said.text) return;
  texts.set(said.topic, said.text);
  // Each topic's text is of its own shape, by the server's description.
  (eventData[said.topic] as Signal<unknown>).value = JSON.parse(said.text);
  eventCounts[said.topic].value++;
}

function takeState(state: StreamState): void {
  const before = streamState.peek();
  if (state === before) return;
  streamState.value = state;
  if (state === "away") markUnreachable();
  if (state !== "live") return;
  markReachable();
  reconnects.value++;
}

let say: (what: PageMessage) => void = () => {};
/** Looks whether the worker is there. */
let look = () => {};
let current: MessagePort | null = null;

/** Follows the stream of all tabs, anew where its worker is no more: nobody tells of that, and the page would show what was as what is. */
function share(): void {
  const worker = new SharedWorker(new URL("./shared-stream.ts", import.meta.url), { type: "module" });
  const { port } = worker;
  let isHeard = true;
  say = (what) => port.postMessage(what);
  port.onmessage = ({ data }: MessageEvent<Told>) => {
    isHeard = true;
    take(data);
  };
  worker.onerror = () => {
    worker.onerror = null;
    look = () => {};
    followWhileSeen();
  };
  look = () => {
    isHeard = false;
    say("there?");
    setTimeout(() => {
      if (isHeard || port !== current) return;
      say("bye");
      port.close();
      takeState("asking");
      share();
    }, PATIENCE_MS);
  };
  current = port;
  say("hello");
}

function followWhileSeen(): void {
  let leaving = new AbortController();
  let follows: number | null = null;
  const follow = () => {
    const now = document.hidden ? null : (session.peek()?.user.id ?? null);
    if (now === follows) return;
    follows = now;
    leaving.abort();
    leaving = new AbortController();
    if (now !== null) followEvents(take, leaving.signal).catch(reportError);
  };
  session.subscribe(follow);
  document.addEventListener("visibilitychange", follow);
}
