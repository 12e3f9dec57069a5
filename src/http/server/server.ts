import { randomBytes } from "node:crypto";
import Koa from "koa";
import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Log } from "../../platform/log.ts";
import { errorResponseOf } from "../pipeline/error-response.ts";
import { languageOf } from "../pipeline/language.ts";
import { newRequestContext, type RequestContext } from "../pipeline/request-context.ts";
import { NO_CONTENT_POLICY } from "../static/content-policy.ts";
import type { Connections } from "./connections.ts";
import { type Credentials, plainListener, secureListener } from "./listener.ts";

/** The HTTP side of the box: the same answers over plain HTTP and over TLS. */
export interface HttpServer {
  /** Starts to listen; gives the port. */
  listen(host: string, port: number): Promise<number>;
  /** The same for HTTPS; without a certificate every handshake fails. */
  listenSecurely(host: string, port: number): Promise<number>;
  /** Shows this certificate to new connections; open ones go on. */
  useCertificate(credentials: Credentials): void;
  /** Lets running requests end, then closes every connection. */
  stop(): Promise<void>;
  /** Aborted when it stops. */
  readonly stopping: AbortSignal;
}

/** One answered request, for the metrics. */
export interface Observed {
  readonly method: string;
  /** The declared path (`/api/articles/{id}`), null where none was found. */
  readonly route: string | null;
  readonly status: number;
  readonly ms: number;
}

/** What a server may be given beside what it answers. */
export interface ServerOptions {
  /** Called for each answered request. */
  readonly observe?: (request: Observed) => void;
  /** `max-age` of `Strict-Transport-Security`, sent over HTTPS; null: it is not sent. */
  readonly strictSeconds?: number | null;
}

/** Makes the server. Each request gets an id, security headers and a log line; errors become error responses. */
export function makeServer(
  handle: (request: RequestContext) => Promise<void>,
  log: Log,
  connections: Connections,
  { observe = () => {}, strictSeconds = null }: ServerOptions = {},
): HttpServer {
  const app = new Koa();
  const start = randomBytes(4).toString("hex");
  let count = 0;
  const stopping = new AbortController();
  const nextId = () => `${start}-${(++count).toString(36)}`;

  app.use(async (ctx) => {
    const began = performance.now();
    const requestId = nextId();
    const request = newRequestContext(ctx, requestId);
    setCommonHeaders(ctx, requestId, strictSeconds);
    try {
      if (ctx.req.httpVersion === "1.1" && !ctx.req.headers.host) throw withoutHost();
      if (pathOf(ctx) === null) throw badAddress();
      await handle(request);
    } catch (error) {
      sendProblem(ctx, error, requestId, log);
    }
    if (stopping.signal.aborted && !ctx.headerSent) ctx.set("Connection", "close");
    const ms = (request.streamStart ?? performance.now()) - began;
    logRequest(request, ms, log);
    observe({ method: ctx.method, route: request.endpoint?.path ?? null, status: ctx.status, ms });
  });
  app.on("error", (error: Error) => {
    // The socket failed under the answer: the client is gone.
    log.debug({ err: error.message }, "connection");
  });

  const plain = plainListener(app.callback(), nextId, connections);
  const secure = secureListener(app.callback(), nextId, connections);
  return {
    listen: plain.listen,
    listenSecurely: secure.listen,
    useCertificate: secure.useCertificate,
    stopping: stopping.signal,
    async stop() {
      stopping.abort();
      await Promise.all([plain.stop(), secure.stop()]);
    },
  };
}

/** Sets the headers of every response. On Node's response: Koa's `set` costs a twentieth of a short request. */
function setCommonHeaders(
  { res, secure }: Koa.Context,
  requestId: string,
  strictSeconds: number | null,
): void {
  res.setHeader("X-Request-Id", requestId);
  res.setHeader("X-Content-Type-Options", "nosniff");
  // Pages replace it by their own.
  res.setHeader("Content-Security-Policy", NO_CONTENT_POLICY);
  // Addresses hold search texts and pairing codes.
  res.setHeader("Referrer-Policy", "no-referrer");
  res.setHeader("Vary", "Accept-Encoding, Accept-Language");
  // Over plain HTTP browsers ignore these with a warning.
  if (!secure) return;
  res.setHeader("Cross-Origin-Opener-Policy", "same-origin");
  if (strictSeconds !== null) res.setHeader("Strict-Transport-Security", `max-age=${strictSeconds}`);
}

/** The path alone, null where the request target is no URL. The query stays out of the log. */
function pathOf(ctx: Koa.Context): string | null {
  try {
    return ctx.path;
  } catch {
    return null;
  }
}

function badAddress(): Invalid {
  return Invalid.field("", msg("The address is not well-formed.", "Adresa není správně zapsána."));
}

/** RFC 9112, 3.2: a request without Host is refused. */
function withoutHost(): Invalid {
  return Invalid.field(
    "Host",
    msg("is a header that every request needs", "je hlavička, kterou potřebuje každý požadavek"),
  );
}

function sendProblem(ctx: Koa.Context, error: unknown, requestId: string, log: Log): void {
  if (ctx.headerSent || ctx.respond === false) {
    // Too late for a status: a cut connection tells the client that the answer is not whole.
    log.error({ requestId, err: error }, "failed while sending");
    ctx.res.destroy();
    return;
  }
  const problem = errorResponseOf(error, languageOf(ctx.get("accept-language")), requestId);
  if (problem.status === 500) log.error({ requestId, err: error }, "unexpected failure");
  for (const name of ["Content-Encoding", "ETag", "Location"]) ctx.remove(name);
  ctx.set(problem.headers);
  ctx.set("Cache-Control", "no-store");
  ctx.status = problem.status;
  ctx.type = "application/json; charset=utf-8";
  ctx.body = JSON.stringify(problem.body);
}

function logRequest({ ctx, requestId, principal }: RequestContext, ms: number, log: Log): void {
  log.info({
    requestId,
    method: ctx.method,
    path: pathOf(ctx),
    status: ctx.status,
    ms: Math.round(ms * 100) / 100,
    ...(principal && { user: principal.userId, device: principal.deviceTokenId ?? undefined }),
  });
}
