import type Koa from "koa";
import { TooManyRequests, Unauthenticated, Unavailable } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { type Principal, subjectOf } from "../../domain/principal.ts";
import type { RequestLimits } from "../../platform/limits.ts";
import type { EventsBody } from "../endpoint/response.ts";

// Server-sent events (HTML Living Standard, 9.2): one long answer, to which the box adds whenever there is news.

const EVENTS = "text/event-stream";
/** Proxies and phones give up a connection that says nothing; and a token that has ended is noticed. */
const HEARTBEAT_MS = 15_000;
/** A client that reads slower than there is news is cut off: it connects again and gets the newest. */
const MOST_UNREAD_BYTES = 1024 * 1024;
const RETRY_AFTER_SECONDS = 30;

/** What a stream needs beside what it tells. */
export interface StreamDependencies {
  /** Counts the stream as open until what it gives is called. Throws Throttled or Unavailable when too many are. */
  take(): () => void;
  /** Throws Unauthenticated as soon as the token has ended, and RolesChanged when its user has other roles. */
  check(): unknown;
  /** What is told must be on the disk; null: it is. */
  durable(): Promise<void> | null;
  /** Aborted when the box stops. */
  readonly stopping: AbortSignal;
}

/** The user has other roles than when the stream began. */
export class RolesChanged extends Error {}

/** Counts open streams, of all callers and of each; what it gives is for `StreamParts.take`. */
export function countStreams({
  total,
  user,
  device,
}: RequestLimits["streams"]): (caller: Principal) => () => void {
  const bySubject = new Map<string, number>();
  let all = 0;
  return (caller) => {
    const subject = subjectOf(caller);
    const own = bySubject.get(subject) ?? 0;
    if (own >= (caller.deviceTokenId === null ? user : device)) throw tooManyOwn();
    if (all >= total) {
      const words = msg("Too many screens follow along.", "Sleduje příliš mnoho obrazovek.");
      throw new Unavailable(words, RETRY_AFTER_SECONDS);
    }
    bySubject.set(subject, own + 1);
    all++;
    return () => {
      const left = (bySubject.get(subject) ?? 1) - 1;
      if (left === 0) bySubject.delete(subject);
      else bySubject.set(subject, left);
      all--;
    };
  };
}

function tooManyOwn(): TooManyRequests {
  return new TooManyRequests(
    RETRY_AFTER_SECONDS,
    msg(
      "You follow along on too many screens at once. Close one of them.",
      "Sledujete na příliš mnoha obrazovkách najednou. Jednu z nich zavřete.",
    ),
  );
}

/** True when the client asks for events rather than for one answer. */
export function wantsEvents(accept: string): boolean {
  return accept.toLowerCase().includes(EVENTS);
}

/**
 * Sends events until the client goes, its token ends, its roles change or the box stops: the last event is then `end` with
 * the reason. Resolves when the stream is closed. Throws Throttled or Unavailable when too many are open.
 */
export async function sendEvents(
  ctx: Koa.Context,
  body: EventsBody,
  parts: StreamDependencies,
): Promise<void> {
  const release = parts.take();
  try {
    await answer(ctx, body, parts);
  } finally {
    release();
  }
}

async function answer(ctx: Koa.Context, body: EventsBody, parts: StreamDependencies): Promise<void> {
  ctx.respond = false;
  // How long an answer takes is until it begins: a stream lasts for hours.
  ctx.state["streamsSince"] = performance.now();
  ctx.res.writeHead(200, { "Content-Type": `${EVENTS}; charset=utf-8`, "X-Accel-Buffering": "no" });
  if (ctx.method === "HEAD") {
    ctx.res.end();
    return;
  }
  ctx.res.flushHeaders();
  await run(ctx, body, parts);
}

async function run(
  { res, state }: Koa.Context,
  { events }: EventsBody,
  parts: StreamDependencies,
): Promise<void> {
  const ended = new AbortController();
  const closed = new Promise<void>((done) => res.once("close", done));
  res.once("close", () => ended.abort());
  const write = (text: string) => {
    if (ended.signal.aborted) return;
    res.write(text);
    if (res.writableLength > MOST_UNREAD_BYTES) res.destroy();
  };
  const end = (reason: "token" | "roles" | "stopping") => {
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
        if (error instanceof RolesChanged) return end("roles");
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
