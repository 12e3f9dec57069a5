import type Koa from "koa";
import type { Principal } from "../../domain/principal.ts";
import type { Endpoint } from "../endpoint/endpoint.ts";

/** One request, with the results of the checks that it has passed so far. */
export interface RequestContext {
  readonly ctx: Koa.Context;
  readonly requestId: string;
  /** The matching endpoint; null: not matched yet, or no endpoint has this method and path. */
  endpoint: Endpoint | null;
  /** Null: anonymous, or not authenticated yet. */
  principal: Principal | null;
  /** The response comes from an idempotency record. */
  isReplay: boolean;
  /** Start of its event stream (`performance.now()`); null: the response is not an event stream. */
  streamStart: number | null;
  /** Milliseconds that it has waited for something to happen. */
  waitedMs: number;
}

/** Creates the context of a request before its checks. */
export function newRequestContext(ctx: Koa.Context, requestId: string): RequestContext {
  return { ctx, requestId, endpoint: null, principal: null, isReplay: false, streamStart: null, waitedMs: 0 };
}
