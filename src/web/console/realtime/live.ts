import { type Signal, signal } from "@preact/signals";
import { markReachable, markUnreachable } from "../../api/connection.ts";
import { session } from "../../api/tokens.ts";
import { reportError } from "../../errors/report-error.ts";
import type { PageMessage } from "./shared-stream.ts";
import { type EventData, followEvents, type StreamMessage, type StreamState, type Topic } from "./stream.ts";

type EventSignals = { readonly [T in Topic]: Signal<EventData[T] | null> };

/** The current value of each topic; null: not received yet, or not permitted. */
export const eventData: EventSignals = {
  inventories: signal(null),
  printers: signal(null),
  devices: signal(null),
  approvals: signal(null),
  custody: signal(null),
  jobs: signal(null),
  changes: signal(null),
};
/** The number of changes of each topic since the page was opened. */
export const eventCounts: { readonly [T in Topic]: Signal<number> } = {
  inventories: signal(0),
  printers: signal(0),
  devices: signal(0),
  approvals: signal(0),
  custody: signal(0),
  jobs: signal(0),
  changes: signal(0),
};
/** The state of the stream. */
export const streamState = signal<StreamState>("connecting");
/** The number of times the stream has connected. Data without a topic may have changed in between. */
export const reconnects = signal(0);

const texts = new Map<Topic, string>();
const CHECK_MS = 15_000;
const CHECK_TIMEOUT_MS = 3000;

/** Follows the server's events by the stream that all tabs share. Browsers without shared workers (phones) have one while the page is visible. */
export function startEvents(): void {
  session.subscribe(() => clearOnUserChange());
  if (!("SharedWorker" in window)) {
    followWhileVisible();
    return;
  }
  followShared();
  addEventListener("pagehide", () => post("bye"));
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) post("hello");
  });
  setInterval(() => checkWorker(), CHECK_MS);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) checkWorker();
  });
}

let userId: number | null = null;

function clearOnUserChange(): void {
  const now = session.peek()?.user.id ?? null;
  if (now === userId) return;
  userId = now;
  texts.clear();
  for (const data of Object.values(eventData)) data.value = null;
}

function receive(message: StreamMessage): void {
  if (message.kind === "state") {
    receiveState(message.state);
    return;
  }
  if (texts.get(message.topic) === message.text) return;
  texts.set(message.topic, message.text);
  // The text has the type of its topic.
  (eventData[message.topic] as Signal<unknown>).value = JSON.parse(message.text);
  eventCounts[message.topic].value++;
}

function receiveState(state: StreamState): void {
  const before = streamState.peek();
  if (state === before) return;
  streamState.value = state;
  if (state === "away") markUnreachable();
  if (state !== "live") return;
  markReachable();
  reconnects.value++;
}

let post: (message: PageMessage) => void = () => {};
/** Checks that the worker responds. */
let checkWorker = () => {};
let current: MessagePort | null = null;

/** Follows the stream of all tabs. A worker that has ended is not reported by the browser, so it is checked and started again. */
function followShared(): void {
  const worker = new SharedWorker(new URL("./shared-stream.ts", import.meta.url), { type: "module" });
  const { port } = worker;
  let hasResponded = true;
  post = (message) => port.postMessage(message);
  port.onmessage = ({ data }: MessageEvent<StreamMessage>) => {
    hasResponded = true;
    receive(data);
  };
  worker.onerror = () => {
    worker.onerror = null;
    checkWorker = () => {};
    followWhileVisible();
  };
  checkWorker = () => {
    hasResponded = false;
    post("there?");
    setTimeout(() => {
      if (hasResponded || port !== current) return;
      post("bye");
      port.close();
      receiveState("connecting");
      followShared();
    }, CHECK_TIMEOUT_MS);
  };
  current = port;
  post("hello");
}

function followWhileVisible(): void {
  let following = new AbortController();
  let followedUser: number | null = null;
  const follow = () => {
    const now = document.hidden ? null : (session.peek()?.user.id ?? null);
    if (now === followedUser) return;
    followedUser = now;
    following.abort();
    following = new AbortController();
    if (now !== null) followEvents(receive, following.signal).catch(reportError);
  };
  session.subscribe(follow);
  document.addEventListener("visibilitychange", follow);
}
