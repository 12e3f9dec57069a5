import { call } from "../../api/call.ts";
import { NotLoggedIn, userToken } from "../../api/tokens.ts";
import type { Endpoints } from "../../api/types/endpoints.d.ts";
import { ExpectedError } from "../../errors/error-queue.ts";

/** The server sends a comment every 15 s. A connection without one for so long is broken. */
const SILENT_MS = 40_000;
const RETRY_MS = [500, 1000, 2000, 5000] as const;

/** Why a connection ended: the token is not valid, or the server is not reachable. */
type End = "token" | "away";

/**
 * Follows the server's event stream as the current user. Reconnects until `stop` is aborted or the login has ended. Sends each
 * topic, and each change of the stream's state.
 */
export async function followEvents(send: (message: StreamMessage) => void, stop: AbortSignal): Promise<void> {
  let state: StreamState | null = null;
  const setState = (next: StreamState) => {
    if (stop.aborted || state === next) return;
    state = next;
    send({ kind: "state", state: next });
  };
  let isTokenBad = false;
  let failures = 0;
  const onData = () => {
    failures = 0;
    isTokenBad = false;
    setState("live");
  };
  setState("connecting");
  while (!stop.aborted) {
    let end: End;
    try {
      end = await connect(await userToken(isTokenBad), stop, onData, send);
    } catch (error) {
      if (error instanceof NotLoggedIn) return setState("ended");
      // An error may be temporary: too many streams, or the server is starting.
      if (!(error instanceof ExpectedError)) throw error;
      end = "away";
    }
    // A rejected token is renewed at once, but only once: a new one that is rejected too must not cause a loop.
    if (end === "token" && !isTokenBad) {
      isTokenBad = true;
      continue;
    }
    isTokenBad = end === "token";
    setState("away");
    await pause(RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)] ?? 0, stop);
  }
}

async function connect(
  token: string,
  stop: AbortSignal,
  onData: () => void,
  send: (message: StreamMessage) => void,
): Promise<End> {
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  stop.addEventListener("abort", leave);
  let timer = setTimeout(leave, SILENT_MS);
  let end: End = "away";
  try {
    const response = await fetch(call("GET /api/events").path, {
      headers: { Authorization: `Bearer ${token}`, Accept: "text/event-stream" },
      cache: "no-store",
      credentials: "omit",
      signal: leaving.signal,
    });
    if (response.status === 401) return "token";
    if (!response.ok || response.body === null) return "away";
    const onPiece = () => {
      clearTimeout(timer);
      timer = setTimeout(leave, SILENT_MS);
      onData();
    };
    await readEvents(response.body, onPiece, ({ name, data }) => {
      if (name === "end" && data.indexOf('"token"') !== -1) end = "token";
      const topic = TOPICS.find((one) => one === name);
      if (topic !== undefined && !stop.aborted) send({ kind: "topic", topic, text: data });
    });
  } catch {
    // The caller reconnects after every error.
    return "away";
  } finally {
    clearTimeout(timer);
    stop.removeEventListener("abort", leave);
    leaving.abort();
  }
  return end;
}

function pause(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    stop.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

// The events of the server (GET /api/events). Each event contains the current value of its topic.

/** The data of all topics. */
export type EventData = Endpoints["GET /api/events"]["events"];

export type Topic = keyof EventData;
const TOPICS: readonly Topic[] = [
  "inventories",
  "printers",
  "devices",
  "approvals",
  "custody",
  "jobs",
  "changes",
];

/** The state of the stream: `live`: connected; `away`: the server does not respond; `ended`: nobody is logged in. */
export type StreamState = "connecting" | "live" | "away" | "ended";

/** A message of the stream: its state after a change, or the current value of a topic as JSON. */
export type StreamMessage =
  | { readonly kind: "state"; readonly state: StreamState }
  | { readonly kind: "topic"; readonly topic: Topic; readonly text: string };

/** One server-sent event. */
interface SentEvent {
  readonly name: string;
  readonly data: string;
}

/**
 * Reads server-sent events (HTML Living Standard, 9.2.6, as far as the server uses them) until the stream ends. `onData` is
 * called for every piece, comments included. Throws the errors of the stream.
 */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  onData: () => void,
  onEvent: (event: SentEvent) => void,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    onData();
    rest += decoder.decode(value, { stream: true });
    const blocks = rest.split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const event = eventOf(block);
      if (event !== null) onEvent(event);
    }
  }
}

/** Parses a block of lines. Null: a comment, or the delay of reconnecting. */
function eventOf(block: string): SentEvent | null {
  let name: string | null = null;
  const data: string[] = [];
  for (const line of block.split("\n")) {
    const [, field = "", value = ""] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (field === "event") name = value;
    if (field === "data") data.push(value);
  }
  return name === null ? null : { name, data: data.join("\n") };
}
