import type Koa from "koa";
import { TooManyRequests, Unauthenticated, Unavailable } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { type Principal, subjectOf } from "../../domain/principal.ts";
import type { RequestLimits } from "../../platform/limits.ts";
import type { EventsResponse } from "../endpoint/response.ts";

// Server-sent events (HTML Living Standard, 9.2).

const EVENTS = "text/event-stream";
/** Proxies and phones close an idle connection. Each heartbeat also checks the token. */
const HEARTBEAT_MS = 15_000;
/** A client that reads too slowly is disconnected: it connects again and gets the current state. */
const MAX_UNREAD_BYTES = 1024 * 1024;
const RETRY_AFTER_SECONDS = 30;
/** A client connects again after this time. */
const RECONNECT_MS = 2000;

/** Dependencies of one stream. */
export interface StreamDependencies {
  /** Counts the stream as open until the returned function is called. Throws TooManyRequests or Unavailable. */
  open(): () => void;
  /** Throws Unauthenticated when the token is no longer valid, RolesChanged when the user's roles have changed. */
  check(): unknown;
  /** Resolves when all committed data are on the disk; null: they are. */
  durable(): Promise<void> | null;
  /** Called when the stream begins, after all checks. */
  onStart(): void;
  /** Aborted when the server stops. */
  readonly stopping: AbortSignal;
}

/** The user's roles have changed since the stream began. */
export class RolesChanged extends Error {}

/** The errors above the limits of streams, or of what else has the same limits. */
export interface StreamErrors {
  tooManyOwn(): TooManyRequests;
  tooMany(): Unavailable;
}

/**
 * Counts open streams, in total and for each device or user. The returned function opens one, or throws; its result closes it.
 */
export function countStreams(
  { total, user, device }: RequestLimits["streams"],
  { tooManyOwn, tooMany }: StreamErrors = TOO_MANY_STREAMS,
): (principal: Principal) => () => void {
  const counts = new Map<string, number>();
  let all = 0;
  const change = (keys: readonly string[], by: 1 | -1) => {
    all += by;
    for (const key of keys) {
      const count = (counts.get(key) ?? 0) + by;
      if (count === 0) counts.delete(key);
      else counts.set(key, count);
    }
  };
  return (principal) => {
    // A personal device counts for itself and for its user.
    const own = new Map([[subjectOf(principal), user]]);
    if (principal.deviceTokenId !== null) own.set(`device ${principal.deviceTokenId}`, device);
    for (const [key, limit] of own) if ((counts.get(key) ?? 0) >= limit) throw tooManyOwn();
    if (all >= total) throw tooMany();
    const keys = [...own.keys()];
    change(keys, 1);
    return () => change(keys, -1);
  };
}

const TOO_MANY_STREAMS: StreamErrors = {
  tooMany: () =>
    new Unavailable(
      msg("Too many live views are open on this server. Try again in a moment."),
      RETRY_AFTER_SECONDS,
    ),
  tooManyOwn: () =>
    new TooManyRequests(RETRY_AFTER_SECONDS, msg("You have too many live views open. Close one of them.")),
};

/** Whether the client asks for events. */
export function wantsEvents(accept: string): boolean {
  return accept.toLowerCase().includes(EVENTS);
}

/**
 * Sends events until the client leaves, its token ends, its roles change or the server stops. The last event is then `end`
 * with the reason. Resolves when the stream is closed. Throws TooManyRequests or Unavailable when too many are open.
 */
export async function sendEvents(
  ctx: Koa.Context,
  response: EventsResponse,
  dependencies: StreamDependencies,
): Promise<void> {
  // A client that has left already ends no stream any more.
  if (ctx.res.closed) return;
  const close = dependencies.open();
  try {
    ctx.respond = false;
    dependencies.onStart();
    ctx.res.writeHead(200, { "Content-Type": `${EVENTS}; charset=utf-8`, "X-Accel-Buffering": "no" });
    if (ctx.method === "HEAD") ctx.res.end();
    else {
      ctx.res.flushHeaders();
      await new EventStream(ctx.res, dependencies).run(response);
    }
  } finally {
    close();
  }
}

class EventStream {
  readonly #response: Koa.Context["res"];
  readonly #dependencies: StreamDependencies;
  readonly #ended = new AbortController();
  #failure: unknown = null;
  /** Resolves when all earlier texts are sent. */
  #sent = Promise.resolve();

  constructor(response: Koa.Context["res"], dependencies: StreamDependencies) {
    this.#response = response;
    this.#dependencies = dependencies;
  }

  /** Resolves when the stream is closed. Rejects with an unexpected error of the checks. */
  async run({ subscribe }: EventsResponse): Promise<void> {
    const { stopping } = this.#dependencies;
    const closed = new Promise<void>((resolve) => this.#response.once("close", resolve));
    this.#response.once("close", () => this.#ended.abort());
    const stop = () => this.#end("stopping");
    stopping.addEventListener("abort", stop, { once: true });
    const heartbeat = setInterval(() => this.#send(": \n\n"), HEARTBEAT_MS);
    try {
      this.#send(`retry: ${RECONNECT_MS}\n\n`);
      if (stopping.aborted) stop();
      else {
        const send = (event: string, data: unknown) =>
          this.#send(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
        subscribe(send, this.#ended.signal);
      }
      await closed;
    } finally {
      clearInterval(heartbeat);
      stopping.removeEventListener("abort", stop);
      this.#ended.abort();
    }
    if (this.#failure) throw this.#failure;
  }

  /** Sends a text after all earlier ones, once its data are on the disk and if the token is still valid. */
  #send(text: string): void {
    this.#sent = this.#sent
      .then(async () => {
        await this.#dependencies.durable();
        await this.#dependencies.check();
        this.#write(text);
      })
      .catch((error: unknown) => {
        if (error instanceof Unauthenticated) return this.#end("token");
        if (error instanceof RolesChanged) return this.#end("roles");
        // The response has begun, so an error response is no longer possible.
        this.#failure = error;
        this.#response.destroy();
      });
  }

  #end(reason: "token" | "roles" | "stopping"): void {
    this.#write(`event: end\ndata: ${JSON.stringify({ reason })}\n\n`);
    this.#ended.abort();
    this.#response.end();
  }

  #write(text: string): void {
    if (this.#ended.signal.aborted) return;
    this.#response.write(text);
    if (this.#response.writableLength > MAX_UNREAD_BYTES) this.#response.destroy();
  }
}
