import { effect } from "@preact/signals";
import { session, startTokens } from "../../api/tokens.ts";
import { reportError } from "../../errors/report-error.ts";
import type { Told, Topic } from "./server-events.ts";
import { followEvents } from "./stream.ts";

// The one stream of all tabs of a browser: over HTTP/1.1 it opens six connections to the server at most, and the seventh tab
// would hang for ever.

/** What a page says to the stream. */
export type PageMessage = "hello" | "bye" | "there?";

interface Scope {
  addEventListener(type: "connect", listener: (event: MessageEvent) => void): void;
}

const ports = new Set<MessagePort>();
const topics = new Map<Topic, Told>();
let state: Told = { is: "state", state: "asking" };

(self as unknown as Scope).addEventListener("connect", ({ ports: [port] }) => {
  if (port === undefined) return;
  port.onmessage = ({ data }: MessageEvent<PageMessage>) => {
    if (data === "bye") ports.delete(port);
    else if (data === "there?") port.postMessage(state);
    else greet(port);
  };
});

/** Whoever comes later is told all that is known. */
function greet(port: MessagePort): void {
  ports.add(port);
  for (const told of topics.values()) port.postMessage(told);
  port.postMessage(state);
}

function tell(told: Told): void {
  if (told.is === "state") state = told;
  else topics.set(told.topic, told);
  for (const port of ports) port.postMessage(told);
}

let leaving = new AbortController();
let who: number | null = null;

startTokens("office")
  .then(() => {
    effect(() => {
      const now = session.value?.user.id ?? null;
      if (now === who) return;
      who = now;
      leaving.abort();
      leaving = new AbortController();
      // What one user may see is not the next one's.
      topics.clear();
      if (now === null) tell({ is: "state", state: "ended" });
      else followEvents(tell, leaving.signal).catch(reportError);
    });
  })
  .catch(reportError);
