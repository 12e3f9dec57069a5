import { streamEvents } from "../../api/console/events.ts";
import { ApiError, ServerUnreachable } from "../../api/errors.ts";
import { NotLoggedIn, userToken } from "../../api/tokens.ts";
import { readEvents } from "./read-events.ts";
import { type StreamMessage, type StreamState, TOPICS } from "./server-events.ts";

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
      if (!(error instanceof ServerUnreachable || error instanceof ApiError)) throw error;
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
    const response = await fetch(streamEvents().path, {
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
