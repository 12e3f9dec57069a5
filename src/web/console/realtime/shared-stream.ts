import { effect } from "@preact/signals";
import { session, startTokens } from "../../api/tokens.ts";
import { reportError } from "../../errors/report-error.ts";
import { followEvents, type StreamMessage, type Topic } from "./stream.ts";

// One stream for all tabs of a browser: over HTTP/1.1 a browser opens at most six connections to the server, so
// a seventh tab
// would wait forever.

/** A message of a page to the shared stream. `there?` is answered with the state. */
export type PageMessage = "hello" | "bye" | "there?";

interface Scope {
  addEventListener(type: "connect", listener: (event: MessageEvent) => void): void;
}

const ports = new Set<MessagePort>();
const topics = new Map<Topic, StreamMessage>();
let state: StreamMessage = { kind: "state", state: "connecting" };

(self as unknown as Scope).addEventListener("connect", ({ ports: [port] }) => {
  if (port === undefined) return;
  port.onmessage = ({ data }: MessageEvent<PageMessage>) => {
    if (data === "bye") ports.delete(port);
    else if (data === "there?") port.postMessage(state);
    else connectPage(port);
  };
});

/** Sends a new page the current state and all topics. */
function connectPage(port: MessagePort): void {
  ports.add(port);
  for (const message of topics.values()) port.postMessage(message);
  port.postMessage(state);
}

function broadcast(message: StreamMessage): void {
  if (message.kind === "state") state = message;
  else topics.set(message.topic, message);
  for (const port of ports) port.postMessage(message);
}

let following = new AbortController();
let userId: number | null = null;

startTokens("office")
  .then(() => {
    effect(() => {
      const now = session.value?.user.id ?? null;
      if (now === userId) return;
      userId = now;
      following.abort();
      following = new AbortController();
      // The next user may not see the data of this one.
      topics.clear();
      if (now === null) broadcast({ kind: "state", state: "ended" });
      else followEvents(broadcast, following.signal).catch(reportError);
    });
  })
  .catch(reportError);
