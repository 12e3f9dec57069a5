import type Koa from "koa";
import { Unauthenticated, Unavailable } from "../errors.ts";
import { say } from "../words.ts";
import type { EventsBody } from "./answer.ts";

// Server-sent events (HTML Living Standard, 9.2): one long answer, to which the box adds whenever there is news.

const EVENTS = "text/event-stream";
/** Proxies and phones give up a connection that says nothing; and a token that has ended is noticed. */
const HEARTBEAT_MS = 15_000;
/** A client that reads slower than there is news is cut off: it connects again and gets the newest. */
const MOST_UNREAD_BYTES = 1024 * 1024;
const MOST_STREAMS = 1000;

/** What a stream needs beside what it tells. */
export interface StreamParts {
  /** Throws Unauthenticated as soon as the token has ended. */
  check(): unknown;
  /** What is told must be on the disk; null: it is. */
  durable(): Promise<void> | null;
  /** Aborted when the box stops. */
  readonly stopping: AbortSignal;
}

let open = 0;

/** True when the client asks for events rather than for one answer. */
export function wantsEvents(accept: string): boolean {
  return accept.toLowerCase().includes(EVENTS);
}

/**
 * Sends events until the client goes, its token ends or the box stops: the last event is then `end` with the reason.
 * Resolves when the stream is closed. Throws Unavailable when too many are open.
 */
export async function sendEvents(ctx: Koa.Context, body: EventsBody, parts: StreamParts): Promise<void> {
  if (open >= MOST_STREAMS) {
    throw new Unavailable(say("Too many screens follow along.", "Sleduje příliš mnoho obrazovek."), 30);
  }
  ctx.respond = false;
  // How long an answer takes is until it begins: a stream lasts for hours.
  ctx.state["streamsSince"] = performance.now();
  ctx.res.writeHead(200, { "Content-Type": `${EVENTS}; charset=utf-8`, "X-Accel-Buffering": "no" });
  if (ctx.method === "HEAD") {
    ctx.res.end();
    return;
  }
  ctx.res.flushHeaders();
  open++;
  try {
    await run(ctx, body, parts);
  } finally {
    open--;
  }
}

async function run({ res, state }: Koa.Context, { events }: EventsBody, parts: StreamParts): Promise<void> {
  const ended = new AbortController();
  const closed = new Promise<void>((done) => res.once("close", done));
  res.once("close", () => ended.abort());
  const write = (text: string) => {
    if (ended.signal.aborted) return;
    res.write(text);
    if (res.writableLength > MOST_UNREAD_BYTES) res.destroy();
  };
  const end = (reason: "token" | "stopping") => {
    write(`event: end\ndata: ${JSON.stringify({ reason })}\n\n`);
    ended.abort();
    res.end();
  };
  /** Says it if the token still holds, in the order in which it is told. */
  let last = Promise.resolve();
  const say = (text: string) => {
    last = last
      .then(async () => {
        await parts.durable();
        await parts.check();
        write(text);
      })
      .catch((error: unknown) => {
        if (error instanceof Unauthenticated) return end("token");
        // The answer has begun: all that is left to say is that it is over.
        state["failure"] = error;
        res.destroy();
      });
  };
  const stop = () => end("stopping");
  parts.stopping.addEventListener("abort", stop, { once: true });
  const heartbeat = setInterval(() => say(": \n\n"), HEARTBEAT_MS);
  try {
    say("retry: 2000\n\n");
    if (parts.stopping.aborted) stop();
    else events((event, data) => say(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`), ended.signal);
    await closed;
  } finally {
    clearInterval(heartbeat);
    parts.stopping.removeEventListener("abort", stop);
    ended.abort();
  }
  if (state["failure"]) throw state["failure"];
}
