import { randomBytes } from "node:crypto";
import { createServer, type Server, STATUS_CODES } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import Koa from "koa";
import { Invalid, Unavailable } from "../errors.ts";
import type { Log } from "../log.ts";
import { say } from "../words.ts";
import { languageOf } from "./language.ts";
import { problemOf } from "./problems.ts";

const HEADERS_MS = 20_000;
const REQUEST_MS = 120_000;
const UNREAD_MS = 90_000;
/** A terminal that scans now and then keeps its connection. */
const IDLE_MS = 65_000;
/** How long a stop waits for requests whose head was received. */
const LAST_REQUESTS_MS = 8000;

/** The HTTP side of the box. */
export interface HttpServer {
  /** Starts to listen; gives the port. */
  listen(host: string, port: number): Promise<number>;
  /** Lets running requests end, then closes every connection. */
  stop(): Promise<void>;
}

/** One answered request, for the metrics. */
export interface Observed {
  readonly method: string;
  /** The declared path (`/api/articles/{id}`), null where none was found. */
  readonly route: string | null;
  readonly status: number;
  readonly ms: number;
}

/** Wraps `answer` in what every request gets: an id, a log line, its failures as problems, security headers. */
export function makeServer(
  answer: (ctx: Koa.Context) => Promise<void>,
  log: Log,
  observe: (request: Observed) => void = () => {},
): HttpServer {
  const app = new Koa();
  const start = randomBytes(4).toString("hex");
  let count = 0;
  let isStopping = false;
  const nextId = () => `${start}-${(++count).toString(36)}`;

  app.use(async (ctx) => {
    const began = performance.now();
    const requestId = nextId();
    ctx.state["requestId"] = requestId;
    ctx.set("X-Request-Id", requestId);
    ctx.set("X-Content-Type-Options", "nosniff");
    ctx.set("Vary", "Accept-Encoding, Accept-Language");
    try {
      if (isStopping) throw stopping();
      if (ctx.req.httpVersion === "1.1" && !ctx.req.headers.host) throw withoutHost();
      if (pathOf(ctx) === null) throw badAddress();
      await answer(ctx);
    } catch (error) {
      sendProblem(ctx, error, requestId, log);
    }
    if (isStopping && !ctx.headerSent) ctx.set("Connection", "close");
    const ms = performance.now() - began;
    logRequest(ctx, requestId, ms, log);
    observe({ method: ctx.method, route: ctx.state["route"] ?? null, status: ctx.status, ms });
  });
  app.on("error", (error: Error) => {
    // The socket failed under the answer: the client is gone.
    log.debug({ err: error.message }, "connection");
  });

  const server = createServer(
    {
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      keepAliveTimeout: IDLE_MS,
      requireHostHeader: false,
    },
    app.callback(),
  );
  // A client that takes nothing any more is dropped, and what is held for it.
  server.setTimeout(UNREAD_MS);
  server.on("clientError", (error, socket) => refuseMalformed(error, socket as Socket, nextId()));
  server.on("checkExpectation", (_, response) => {
    const body = { message: "The box does not know this expectation (Expect).", requestId: nextId() };
    response.writeHead(417, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  });
  return {
    listen: (host, port) => listen(server, host, port),
    async stop() {
      isStopping = true;
      const closed = new Promise<void>((done) => server.close(() => done()));
      server.closeIdleConnections();
      const timer = setTimeout(() => server.closeAllConnections(), LAST_REQUESTS_MS);
      await closed;
      clearTimeout(timer);
    },
  };
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((done, failed) => {
    server.once("error", failed);
    server.listen(port, host, () => {
      server.off("error", failed);
      done((server.address() as AddressInfo).port);
    });
  });
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
  return Invalid.field("", say("The address is not well-formed.", "Adresa není správně zapsána."));
}

/** RFC 9112, 3.2: a request without Host is refused. */
function withoutHost(): Invalid {
  return Invalid.field(
    "Host",
    say("is a header that every request needs", "je hlavička, kterou potřebuje každý požadavek"),
  );
}

function stopping(): Unavailable {
  return new Unavailable(
    say("The box is restarting; try again shortly.", "Zařízení se restartuje; zkuste to za chvíli."),
    5,
  );
}

function sendProblem(ctx: Koa.Context, error: unknown, requestId: string, log: Log): void {
  if (ctx.headerSent || ctx.respond === false) {
    // Too late for a status: a cut connection tells the client that the answer is not whole.
    log.error({ requestId, err: error }, "failed while sending");
    ctx.res.destroy();
    return;
  }
  const problem = problemOf(error, languageOf(ctx.get("accept-language")), requestId);
  if (problem.status === 500) log.error({ requestId, err: error }, "unexpected failure");
  for (const name of ["Content-Encoding", "ETag", "Location"]) ctx.remove(name);
  ctx.set(problem.headers);
  ctx.set("Cache-Control", "no-store");
  ctx.status = problem.status;
  ctx.type = "application/json; charset=utf-8";
  ctx.body = JSON.stringify(problem.body);
}

function logRequest(ctx: Koa.Context, requestId: string, ms: number, log: Log): void {
  const caller = ctx.state["caller"];
  log.info({
    requestId,
    method: ctx.method,
    path: pathOf(ctx),
    status: ctx.status,
    ms: Math.round(ms * 100) / 100,
    ...(caller && { user: caller.userId, device: caller.deviceTokenId ?? undefined }),
  });
}

const PARSER_FAULTS: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, "The address and headers of this request are longer than 16 KiB."],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "The request did not arrive in time."],
};

/** What is no HTTP at all gets the same kind of answer, written by hand. */
function refuseMalformed(error: Error & { code?: string }, socket: Socket, requestId: string): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const [status, message] = PARSER_FAULTS[error.code ?? ""] ?? [
    400,
    "This is not a well-formed HTTP request.",
  ];
  const body = JSON.stringify({ message, requestId });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\nConnection: close\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
