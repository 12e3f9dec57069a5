import type Koa from "koa";
import { isApi } from "./routes.ts";

// Cross-origin requests of browsers: the CORS protocol of the Fetch standard, https://fetch.spec.whatwg.org/#http-cors-protocol.
// No request carries credentials that a browser adds by itself, so `Access-Control-Allow-Credentials` is never sent.

const METHODS = "GET, POST, PUT, DELETE";
const REQUEST_HEADERS =
  "Accept-Language, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Touch, Prefer";
const RESPONSE_HEADERS =
  "Content-Disposition, Data-History, Deprecation, ETag, Location, Preference-Applied, Retry-After, X-Request-Id";
/** Seconds for which a browser keeps the response to a preflight. */
const MAX_AGE = "600";

/**
 * Permits a request of a page of one of these origins to read the response. Returns true for a preflight of such a page, whose
 * response is complete then. Other requests get no header, so the browser refuses them.
 */
export function permitCrossOrigin(ctx: Koa.Context, origins: () => readonly string[]): boolean {
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
  ctx.set("Access-Control-Allow-Methods", METHODS);
  ctx.set("Access-Control-Allow-Headers", REQUEST_HEADERS);
  ctx.set("Access-Control-Max-Age", MAX_AGE);
  ctx.status = 204;
  return true;
}
