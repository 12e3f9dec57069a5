import { randomBytes } from "node:crypto";
import type { RequestListener } from "node:http";
import Koa from "koa";
import { Invalid, Unavailable } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Log } from "../../platform/log.ts";
import { NO_CONTENT_POLICY } from "../endpoint/response.ts";
import { errorResponseOf } from "../pipeline/error-response.ts";
import { acceptedLocale, newRequestContext, type RequestContext } from "../pipeline/request.ts";
import type { Connections } from "./connections.ts";
import { plainListener, secureListener } from "./listener.ts";

/** The HTTP server. It serves the same endpoints over plain HTTP and TLS. */
export type HttpServer = ReturnType<typeof makeServer>;

/** A completed request, for the metrics. */
export interface ObservedRequest {
  readonly method: string;
  /** The declared path (`/api/articles/{id}`); null where no endpoint matched. */
  readonly route: string | null;
  readonly status: number;
  readonly ms: number;
}

/** Options of the server. */
interface ServerOptions {
  /** Called for each completed request. */
  readonly observe?: (request: ObservedRequest) => void;
  /** `max-age` of `Strict-Transport-Security` over HTTPS, in seconds; null: the header is not sent. */
  readonly strictSeconds?: number | null;
}

/** Creates the server. Each request gets an id, security headers and a log line. Errors become error responses. */
export function makeServer(
  handle: (request: RequestContext) => Promise<void>,
  log: Log,
  connections: Connections,
  { observe = () => {}, strictSeconds = null }: ServerOptions = {},
) {
  const app = new Koa();
  const start = randomBytes(4).toString("hex");
  let count = 0;
  const stopping = new AbortController();
  const nextId = () => `${start}-${(++count).toString(36)}`;

  async function serve(ctx: Koa.Context): Promise<void> {
    const startedAt = performance.now();
    const requestId = nextId();
    const request = newRequestContext(ctx, requestId);
    setCommonHeaders(ctx, requestId, strictSeconds);
    try {
      if (ctx.req.httpVersion === "1.1" && !ctx.req.headers.host) throw missingHostError();
      if (pathOf(ctx) === null) throw malformedAddressError();
      await handle(request);
    } catch (error) {
      sendProblem(ctx, error, requestId, log);
    }
    if (stopping.signal.aborted && !ctx.headerSent) ctx.set("Connection", "close");
    const ms = (request.streamStart ?? performance.now()) - startedAt - request.waitedMs;
    // First, so that the client does not wait for the rest.
    endResponse(ctx);
    logRequest(request, ms, log);
    observe({ method: ctx.method, route: request.endpoint?.path ?? null, status: ctx.status, ms });
  }

  // Without Koa's own callback, whose watch of each socket takes a tenth of the time of a short request.
  const listener: RequestListener = (req, res) => {
    serve(app.createContext(req, res)).catch((error: unknown) => {
      log.error({ err: error }, "handling a request failed");
      res.destroy();
    });
  };
  const plain = plainListener(listener, nextId, connections);
  const secure = secureListener(listener, nextId, connections);
  const stopWatching = connections.watchReaders();
  return {
    /** Starts listening for HTTP; resolves with the port. */
    listen: plain.listen,
    /** Starts listening for HTTPS; resolves with the port. Without a certificate every handshake fails. */
    listenSecurely: secure.listen,
    /** Uses this certificate for new connections; open connections continue. */
    useCertificate: secure.useCertificate,
    /** Aborted when the server stops. */
    stopping: stopping.signal,
    /** Waits for running requests, then closes all connections. */
    async stop() {
      stopping.abort();
      await Promise.all([plain.stop(), secure.stop()]);
      stopWatching();
    },
  };
}

/** Sends the text or the bytes of the body that the context holds. A streamed body is sent already. */
function endResponse(ctx: Koa.Context): void {
  if (ctx.respond === false) return;
  const { res, body } = ctx;
  const hasBody = typeof body === "string" || Buffer.isBuffer(body);
  if (hasBody && ctx.writable && ctx.method !== "HEAD") res.end(body);
  else res.end();
}

/** Sets the headers of every response, on Node's response: Koa's `set` takes a twentieth of the time of a short request. */
function setCommonHeaders(
  { res, secure }: Koa.Context,
  requestId: string,
  strictSeconds: number | null,
): void {
  res.setHeader("X-Request-Id", requestId);
  res.setHeader("X-Content-Type-Options", "nosniff");
  // Pages replace it with their own policy.
  res.setHeader("Content-Security-Policy", NO_CONTENT_POLICY);
  // URLs contain search texts and pairing codes.
  res.setHeader("Referrer-Policy", "no-referrer");
  res.setHeader("Vary", "Accept-Encoding, Accept-Language");
  // Over plain HTTP browsers ignore these headers with a warning.
  if (!secure) return;
  res.setHeader("Cross-Origin-Opener-Policy", "same-origin");
  if (strictSeconds !== null) res.setHeader("Strict-Transport-Security", `max-age=${strictSeconds}`);
}

/** The path without the query, which is not logged; null where the request target is not a URL. */
function pathOf(ctx: Koa.Context): string | null {
  try {
    return ctx.path;
  } catch {
    return null;
  }
}

function malformedAddressError(): Invalid {
  return Invalid.field("", msg("The address is not well-formed."));
}

/** A request without Host is rejected (RFC 9112, 3.2). */
function missingHostError(): Invalid {
  return Invalid.field("Host", msg("is a header that every request needs"));
}

function sendProblem(ctx: Koa.Context, error: unknown, requestId: string, log: Log): void {
  if (ctx.headerSent || ctx.respond === false) {
    // The status is already sent. A closed connection shows the client that the response is incomplete.
    log.error({ requestId, err: error }, "sending the response failed");
    ctx.res.destroy();
    return;
  }
  const problem = errorResponseOf(error, acceptedLocale(ctx.get("accept-language")), requestId);
  if (problem.status === 500) log.error({ requestId, err: error }, "unexpected error");
  else if (error instanceof Unavailable && error.failure !== null)
    log.error({ requestId, err: error.failure }, "the server could not do the work of a request");
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
