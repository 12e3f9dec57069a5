import { streamEvents } from "../../api/console/events.ts";
import { ApiError, ServerUnreachable } from "../../api/errors.ts";
import { NotLoggedIn, userToken } from "../../api/tokens.ts";
import { readEvents } from "./read-events.ts";
import { type StreamState, TOPICS, type Told } from "./server-events.ts";

/** The server says something every 15 s; a connection that is silent for longer is dead. */
const SILENT_MS = 40_000;
const AGAIN_MS = [500, 1000, 2000, 5000] as const;

/** How one connection ended: the token is worth nothing, or the server is not there (any more). */
type End = "token" | "away";

/**
 * Follows the server's event stream as the user who is logged in and connects again whenever it breaks, until `stop` is aborted
 * or the login has ended. Tells each topic as it comes, and how the stream is whenever that changes.
 */
export async function followEvents(tell: (told: Told) => void, stop: AbortSignal): Promise<void> {
  let state: StreamState | null = null;
  const say = (next: StreamState) => {
    if (stop.aborted || state === next) return;
    state = next;
    tell({ is: "state", state: next });
  };
  let isTokenBad = false;
  let failures = 0;
  const heard = () => {
    failures = 0;
    isTokenBad = false;
    say("live");
  };
  say("asking");
  while (!stop.aborted) {
    let end: End;
    try {
      end = await connect(await userToken(isTokenBad), stop, heard, tell);
    } catch (error) {
      if (error instanceof NotLoggedIn) return say("ended");
      // What it refuses for now (too many at once, in the middle of its start) it may give later.
      if (!(error instanceof ServerUnreachable || error instanceof ApiError)) throw error;
      end = "away";
    }
    // A token that the server refuses although it is new would be asked for again and again without the pause.
    if (end === "token" && !isTokenBad) {
      isTokenBad = true;
      continue;
    }
    isTokenBad = end === "token";
    say("away");
    await pause(AGAIN_MS[Math.min(failures++, AGAIN_MS.length - 1)] ?? 0, stop);
  }
}

async function connect(
  token: string,
  stop: AbortSignal,
  heard: () => void,
  tell: (told: Told) => void,
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
    const alive = () => {
      clearTimeout(timer);
      timer = setTimeout(leave, SILENT_MS);
      heard();
    };
    await readEvents(response.body, alive, ({ name, data }) => {
      if (name === "end" && data.indexOf('"token"') !== -1) end = "token";
      const topic = TOPICS.find((one) => one === name);
      if (topic !== undefined && !stop.aborted) tell({ is: "topic", topic, text: data });
    });
  } catch {
    // However a connection breaks, it is made again.
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
