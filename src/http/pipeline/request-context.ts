import type Koa from "koa";
import type { Forbidden } from "../../domain/errors.ts";
import type { Principal } from "../../domain/principal.ts";
import type { Clock } from "../../platform/clock.ts";
import type { RequestLimits } from "../../platform/limits.ts";
import type { Storage } from "../../storage/storage.ts";
import type { Endpoint } from "../endpoint/endpoint.ts";
import type { Peer } from "../limits/client-address.ts";
import type { countStreams } from "../sse/event-stream.ts";
import type { HttpsGate } from "./https-gate.ts";
import type { JobService } from "./job-service.ts";
import type { ReadBody } from "./request-body.ts";
import type { makeRoutes } from "./routes.ts";
import type { ResponseLimits } from "./send.ts";

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
export interface Pipeline extends PipelineDependencies {
  readonly readBody: ReadBody;
  readonly responseLimits: ResponseLimits;
  readonly openStream: ReturnType<typeof countStreams>;
  /** Counts the requests that wait, by the limits of streams. */
  readonly openWait: ReturnType<typeof countStreams>;
  /** The header `Data-History`. */
  readonly dataHistory: () => string;
}
