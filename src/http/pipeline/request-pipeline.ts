import type Koa from "koa";
import {
  Forbidden,
  NotFound,
  TooManyRequests,
  Unauthenticated,
  Unavailable,
  WrongMethod,
} from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import { assertPermission, assertRecentLogin } from "../../domain/roles.ts";
import { assertScope } from "../../domain/scopes.ts";
import type { Clock } from "../../platform/clock.ts";
import type { RequestLimits } from "../../platform/limits.ts";
import { followDataHistory } from "../../storage/data-history.ts";
import type { Storage } from "../../storage/storage.ts";
import type { AreaEndpoint } from "../endpoint/areas.ts";
import type { Endpoint } from "../endpoint/endpoint.ts";
import {
  EMPTY,
  type EndpointResponse,
  type EventsResponse,
  type LaterResponse,
} from "../endpoint/response.ts";
import { type Peer, rateLimitKey } from "../limits/client-address.ts";
import { countStreams, RolesChanged, type StreamErrors, sendEvents } from "../sse/event-stream.ts";
import {
  etagFor,
  etagOfContent,
  includesTag,
  includesTagOrAny,
  removeStaleListEtag,
  setListEtag,
  viewOf,
} from "./conditional-response.ts";
import { executeCommand, executeJob } from "./execute-write.ts";
import type { HttpsGate } from "./https-gate.ts";
import type { JobService } from "./job-service.ts";
import { type CheckedRequest, type RequestContext, RequestInput } from "./request.ts";
import { makeBodyReader, notQueued, type ReadBody } from "./request-body.ts";
import { isApi, type makeRoutes } from "./routes.ts";
import { isWholeJson, makeResponseLimits, type ResponseLimits, ResponseShare, sendBody } from "./send.ts";

/** 2025-01-01: contract v1.0.43 made the endpoint obsolete (RFC 9745). */
const DEPRECATED = "@1735689600";

/** Dependencies of the request pipeline. */
export interface PipelineDependencies {
  readonly storage: Storage;
  readonly jobs: JobService;
  readonly routes: ReturnType<typeof makeRoutes>;
  readonly clock: Clock;
  /** The principal of the request's `Authorization` header. Throws Unauthenticated, and TooManyRequests for an API key. */
  authenticate(ctx: Koa.Context): Principal | Promise<Principal>;
  /** The same during a request, which counts against no limit. */
  reauthenticate(ctx: Koa.Context): Principal | Promise<Principal>;
  /** Records the use of the principal's device. Never throws. */
  recordDeviceUse(principal: Principal, ctx: Koa.Context): void;
  /** Records the use of the principal's device and session. Never throws. */
  recordUse(principal: Principal, ctx: Koa.Context): void;
  /** Records a 403 of a principal at an endpoint. Never throws. */
  recordDenial(principal: Principal, address: string, endpoint: string, error: Forbidden): void;
  /** Origins (RFC 6454) whose pages may call the API. */
  readonly crossOrigins: () => readonly string[];
  peerOf(ctx: Koa.Context): Peer;
  /** Aborted when the server stops; open event streams end then. */
  readonly stopping: AbortSignal;
  readonly limits: RequestLimits;
  readonly gate: HttpsGate;
}

/** The dependencies, and the parts that the pipeline creates from them once. */
interface Pipeline extends PipelineDependencies {
  readonly readBody: ReadBody;
  readonly responseLimits: ResponseLimits;
  readonly openStream: ReturnType<typeof countStreams>;
  /** Counts the requests that wait, by the limits of streams. */
  readonly openWait: ReturnType<typeof countStreams>;
  /** The header `Data-History`. */
  readonly dataHistory: () => string;
}

/**
 * Makes the function that responds to API requests. The checks have the contract's order (contract/decisions, "Order of
 * checks"): 401, 404 of the path, 405, 403, path and query, 415, 413, body, replay of an `Idempotency-Key`, record, 412, rules.
 */
export function makeRequestPipeline(
  dependencies: PipelineDependencies,
): (request: RequestContext) => Promise<void> {
  const { storage, clock, limits } = dependencies;
  const pipeline: Pipeline = {
    ...dependencies,
    readBody: makeBodyReader(storage, clock, limits),
    responseLimits: makeResponseLimits(limits),
    openStream: countStreams(limits.streams),
    openWait: countStreams(limits.streams, TOO_MANY_WAITS),
    dataHistory: followDataHistory(storage),
  };
  return async (request) => {
    if (permitCrossOrigin(request.ctx, dependencies.crossOrigins)) return;
    try {
      await respond(pipeline, request);
    } catch (error) {
      if (error instanceof Forbidden) recordDenial(pipeline, request, error);
      // Errors may reveal unflushed state (a code in use, a counted login attempt), so flush first.
      const pending = unflushed(pipeline, request);
      if (pending !== null) await pending;
      throw error;
    }
  };
}

function recordDenial(pipeline: Pipeline, request: RequestContext, error: Forbidden): void {
  const { ctx, endpoint, principal } = request;
  if (principal === null) return;
  const address = rateLimitKey(pipeline.peerOf(ctx).address);
  pipeline.recordDenial(principal, address, `${ctx.method} ${endpoint?.path ?? null}`, error);
}

/** Resolves when all data that the response may reveal is on the disk; null: it is already. */
function unflushed({ storage }: Pipeline, { endpoint }: RequestContext): Promise<void> | null {
  return endpoint?.skipsFlush ? null : storage.durable();
}

async function respond(pipeline: Pipeline, request: RequestContext): Promise<void> {
  const { ctx } = request;
  const { endpoint, params } = await authorize(pipeline, request);
  const { principal } = request;
  const secureAddress = pipeline.gate.check(ctx, endpoint, principal);
  if (secureAddress !== null) return sendRedirect(ctx, secureAddress);
  assertAllowed(pipeline, request, endpoint);

  const input = new RequestInput(pipeline, ctx, endpoint, params);
  const view = viewOf(ctx, endpoint, input.language, principal);
  const tables = input.wantsEvents ? null : endpoint.tables;
  if (tables && principal) {
    const tag = setListEtag(ctx, pipeline.storage.versions.of(principal.tenantId, tables), view);
    if (includesTag(ctx.get("if-none-match"), tag)) return sendNotModified(ctx);
  }
  const received = await pipeline.readBody(ctx, endpoint, input, principal);
  try {
    if (received !== null && principal !== null) await authorizeAgain(pipeline, request, endpoint);
    const checked = { request, endpoint, input, view };
    const made = await execute(pipeline, checked);
    const response = made.kind === "later" ? await awaitResponse(pipeline, checked, made) : made;
    // The tag is older than the response: where the tables have changed in between, no tag is sent.
    if (tables && principal)
      removeStaleListEtag(ctx, pipeline.storage.versions.of(principal.tenantId, tables), view);
    const pending = unflushed(pipeline, request);
    if (pending !== null) await pending;
    await sendResponse(pipeline, checked, response);
  } finally {
    await received?.discard();
  }
}

/** Finds the endpoint and authenticates the request. Throws Unauthenticated, NotFound or WrongMethod. */
async function authorize(
  pipeline: Pipeline,
  request: RequestContext,
): Promise<{ endpoint: AreaEndpoint; params: Readonly<Record<string, string>> }> {
  const { ctx } = request;
  const match = pipeline.routes.match(ctx.method, ctx.path);
  const endpoint = match?.endpoint ?? null;
  request.endpoint = endpoint;
  if (match?.isDeprecated) ctx.set("Deprecation", DEPRECATED);
  // Unknown paths under /api need a token as well.
  if (!isPublic(pipeline, ctx, endpoint) && (endpoint !== null || isApi(ctx.path))) {
    const principal = await pipeline.authenticate(ctx);
    request.principal = principal;
    pipeline.recordUse(principal, ctx);
    // On Node's response, as the headers of every response.
    ctx.res.setHeader("Data-History", pipeline.dataHistory());
  }
  if (match === null) throw new NotFound(msg("Address not found."));
  if (endpoint === null) throw new WrongMethod(match.methods);
  return { endpoint, params: match.params };
}

/**
 * Checks the token and the permission again: the client chooses when its body ends, which may be after a reset, a revocation or the
 * loss of a role. Throws as the first checks do.
 */
async function authorizeAgain(
  pipeline: Pipeline,
  request: RequestContext,
  endpoint: AreaEndpoint,
): Promise<void> {
  request.principal = await pipeline.reauthenticate(request.ctx);
  assertAllowed(pipeline, request, endpoint);
}

/** Whether this request needs no token. One that it has must be good and suffice, also at exempt addresses. */
function isPublic(pipeline: Pipeline, ctx: Koa.Context, endpoint: AreaEndpoint | null): boolean {
  if (!endpoint?.isExempt) return endpoint?.permission === "anyone";
  return ctx.get("authorization") === "" && endpoint.isExempt(pipeline.peerOf(ctx).address);
}

function assertAllowed(pipeline: Pipeline, { ctx, principal }: RequestContext, endpoint: AreaEndpoint): void {
  if (!isPublic(pipeline, ctx, endpoint) && endpoint.permission !== "anyone")
    assertAccess(authenticated(principal), endpoint);
  if (endpoint.needsRecentLogin) assertRecentLogin(authenticated(principal), pipeline.clock.now());
}

/** Throws Forbidden where the principal lacks the endpoint's permission, or the API key its scope. */
function assertAccess(principal: Principal, endpoint: AreaEndpoint): void {
  if (principal.submission !== undefined && !endpoint.takesSubmissionToken) throw notQueued();
  if (endpoint.permission !== "anyone") assertPermission(principal, endpoint.permission);
  assertEndpointScope(principal, endpoint);
}

/** Throws Forbidden where the request came with an API key that lacks the endpoint's scope. */
function assertEndpointScope(principal: Principal, { scope: needed }: AreaEndpoint): void {
  if (principal.apiKey === undefined) return;
  if (needed === null) throw new Forbidden(msg("API keys can't use this address. Log in as a user."));
  if (needed !== "any") assertScope(principal, needed);
}

async function execute(
  pipeline: Pipeline,
  checked: CheckedRequest,
): Promise<EndpointResponse<unknown> | LaterResponse<unknown>> {
  const { request, endpoint, input } = checked;
  const { handler } = endpoint;
  switch (handler.kind) {
    case "query":
    case "batch":
    case "stream":
      return (await handler.run(input, request.principal)) ?? EMPTY;
    case "command":
      return executeCommand(pipeline, handler, { ...checked, principal: authenticated(request.principal) });
    case "job":
      return executeJob(pipeline, handler, { ...checked, principal: authenticated(request.principal) });
  }
}

function authenticated(principal: Principal | null): Principal {
  if (principal === null) throw new Unauthenticated(msg("Log in first."), true);
  return principal;
}

const RETRY_AFTER_SECONDS = 30;

/** The errors of a request that may not wait. */
const TOO_MANY_WAITS: StreamErrors = {
  tooMany: () =>
    new Unavailable(
      msg("Too many requests wait on this server. Try again in a moment."),
      RETRY_AFTER_SECONDS,
    ),
  tooManyOwn: () =>
    new TooManyRequests(RETRY_AFTER_SECONDS, msg("You have too many requests that wait. End one of them.")),
};

/**
 * Awaits a response that is made later. After each wait the client's token, role and scopes are checked again. Throws as these
 * checks do, and TooManyRequests or Unavailable where too many requests wait.
 */
async function awaitResponse(
  pipeline: Pipeline,
  { request, endpoint }: CheckedRequest,
  first: LaterResponse<unknown>,
): Promise<EndpointResponse<unknown>> {
  const { ctx } = request;
  const close = pipeline.openWait(authenticated(request.principal));
  const ended = new AbortController();
  const end = () => ended.abort();
  ctx.res.once("close", end);
  pipeline.stopping.addEventListener("abort", end, { once: true });
  if (pipeline.stopping.aborted || ctx.res.closed) end();
  try {
    let response: EndpointResponse<unknown> | LaterResponse<unknown> = first;
    while (response.kind === "later") {
      const startedAt = performance.now();
      await response.wait(ended.signal);
      request.waitedMs += performance.now() - startedAt;
      const current = await pipeline.reauthenticate(ctx);
      assertAccess(current, endpoint);
      pipeline.gate.check(ctx, endpoint, current);
      response = await response.respond(current, !ended.signal.aborted);
    }
    return response;
  } finally {
    close();
    ctx.res.off("close", end);
    pipeline.stopping.removeEventListener("abort", end);
  }
}

/** Sends the response of an endpoint: status, headers, and the body or 304. */
async function sendResponse(
  pipeline: Pipeline,
  { request, endpoint, input, view }: CheckedRequest,
  response: EndpointResponse<unknown>,
): Promise<void> {
  const { ctx, principal } = request;
  if (!request.isReplay) ctx.status = response.kind === "accepted" ? 202 : endpoint.status;
  if (response.kind === "accepted") ctx.set("Preference-Applied", "respond-async");
  if (response.location && (ctx.status === 201 || ctx.status === 202)) ctx.set("Location", response.location);
  if (response.setCookie) ctx.append("Set-Cookie", response.setCookie);
  if (response.version) ctx.set("ETag", etagFor(response, response.version, view));
  if (response.kind === "events") {
    if (principal === null) throw new Error(`${endpoint.path} sends events without authentication`);
    return streamEvents(pipeline, request, endpoint, principal, response);
  }
  if (principal) ctx.set("Cache-Control", "private, no-cache");
  else if (!ctx.response.get("Cache-Control")) ctx.set("Cache-Control", "no-store");
  if (endpoint.method === "GET" && principal && response.kind !== "stream") {
    if (!ctx.response.get("ETag") && !endpoint.tables && isWholeJson(response))
      ctx.set("ETag", etagOfContent(response.body, view));
    if (includesTagOrAny(ctx.get("if-none-match"), ctx.response.get("ETag"))) return sendNotModified(ctx);
  }
  const share = new ResponseShare(pipeline.responseLimits, ctx, input);
  await sendBody({ ctx, accepts: input.accepts, share }, response);
}

async function streamEvents(
  pipeline: Pipeline,
  request: RequestContext,
  endpoint: Endpoint,
  principal: Principal,
  response: EventsResponse,
): Promise<void> {
  const { ctx } = request;
  ctx.set("Cache-Control", "no-store");
  await sendEvents(ctx, response, {
    open: () => pipeline.openStream(principal),
    async check() {
      const current = await pipeline.reauthenticate(ctx);
      if (rightsOf(current) !== rightsOf(principal)) throw new RolesChanged();
      pipeline.gate.check(ctx, endpoint, current);
      // An open stream is no use of a login: it must end where nobody touches the terminal.
      pipeline.recordDeviceUse(current, ctx);
    },
    durable: pipeline.storage.durable,
    stopping: pipeline.stopping,
    onStart() {
      request.streamStart = performance.now();
    },
  });
}

/** Roles and scopes: a stream ends when they change. */
const rightsOf = ({ roles, apiKey }: Principal) => [...roles, ...(apiKey?.scopes ?? [])].join();

/** Redirects to another address. Not permanent: an administrator may allow plain HTTP again. */
function sendRedirect(ctx: Koa.Context, address: string): void {
  ctx.status = 307;
  ctx.set("Location", address);
  ctx.set("Cache-Control", "no-store");
  ctx.body = "";
}

/** Sends 304. */
function sendNotModified(ctx: Koa.Context): void {
  ctx.set("Cache-Control", "private, no-cache");
  // A browser would replace the policy of the cached response.
  ctx.remove("Content-Security-Policy");
  ctx.status = 304;
}

// Cross-origin requests of browsers: the CORS protocol of the Fetch standard, https://fetch.spec.whatwg.org/#http-cors-protocol.
// No request carries credentials that a browser adds by itself, so `Access-Control-Allow-Credentials` is never sent.

const CROSS_ORIGIN_METHODS = "GET, POST, PUT, DELETE";
const REQUEST_HEADERS =
  "Accept-Language, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Touch, Prefer";
const RESPONSE_HEADERS =
  "Content-Disposition, Data-History, Deprecation, ETag, Location, Preference-Applied, Retry-After, X-Request-Id";
/** Seconds for which a browser keeps the response to a preflight. */
const PREFLIGHT_MAX_AGE = "600";

/**
 * Permits a request of a page of one of these origins to read the response. Returns true for a preflight of such a page, whose
 * response is complete then. Other requests get no header, so the browser refuses them.
 */
function permitCrossOrigin(ctx: Koa.Context, origins: () => readonly string[]): boolean {
  const permitted = origins();
  if (permitted.length === 0 || !isApi(ctx.path)) return false;
  ctx.vary("Origin");
  const origin = ctx.get("origin");
  if (!permitted.includes(origin)) return false;
  ctx.set("Access-Control-Allow-Origin", origin);
  if (ctx.method !== "OPTIONS" || ctx.get("access-control-request-method") === "") {
    ctx.set("Access-Control-Expose-Headers", RESPONSE_HEADERS);
    return false;
  }
  ctx.set("Access-Control-Allow-Methods", CROSS_ORIGIN_METHODS);
  ctx.set("Access-Control-Allow-Headers", REQUEST_HEADERS);
  ctx.set("Access-Control-Max-Age", PREFLIGHT_MAX_AGE);
  ctx.status = 204;
  return true;
}
