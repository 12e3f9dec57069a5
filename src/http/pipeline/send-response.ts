import type Koa from "koa";
import type { Principal } from "../../domain/principal.ts";
import type { Endpoint } from "../endpoint/endpoint.ts";
import type { Input, Shape } from "../endpoint/endpoint-options.ts";
import type { EndpointResponse, EventsResponse } from "../endpoint/response.ts";
import { RolesChanged, sendEvents } from "../sse/event-stream.ts";
import { etagFor } from "./conditional-response.ts";
import { etagOfContent, includesTagOrAny, type View } from "./etag.ts";
import type { Pipeline } from "./pipeline-dependencies.ts";
import type { RequestContext } from "./request-context.ts";
import { ResponseShare } from "./response-share.ts";
import { isWholeJson, sendBody } from "./send.ts";

/** A request that has passed all checks. */
interface CheckedRequest {
  readonly request: RequestContext;
  readonly endpoint: Endpoint;
  readonly input: Input<Shape, Shape, Shape>;
  readonly view: View;
}

/** Sends the response of an endpoint: status, headers, and the body or 304. */
export async function sendResponse(
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
      pipeline.recordUse(current, ctx);
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
export function sendRedirect(ctx: Koa.Context, address: string): void {
  ctx.status = 307;
  ctx.set("Location", address);
  ctx.set("Cache-Control", "no-store");
  ctx.body = "";
}

/** Sends 304. */
export function sendNotModified(ctx: Koa.Context): void {
  ctx.set("Cache-Control", "private, no-cache");
  // A browser would replace the policy of the cached response.
  ctx.remove("Content-Security-Policy");
  ctx.status = 304;
}
