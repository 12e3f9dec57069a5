import type Koa from "koa";
import { PreconditionFailed } from "../../domain/errors.ts";
import type { Principal } from "../../domain/principal.ts";
import { may } from "../../domain/roles.ts";
import type { Locale } from "../../i18n/locales.ts";
import type { Endpoint } from "../endpoint/endpoint.ts";
import type { EndpointResponse } from "../endpoint/response.ts";
import { etagOf, includesVersion, type View } from "./etag.ts";
import type { IdempotencyRecord } from "./idempotency.ts";
import type { RequestContext } from "./request-context.ts";

/** Everything that the ETag of a response depends on besides the version. */
export function viewOf(
  ctx: Koa.Context,
  endpoint: Endpoint,
  language: Locale,
  principal: Principal | null,
): View {
  if (principal === null) return { tenantId: 0, audience: "", language, url: ctx.url };
  const role = may(principal, "administer") ? "a" : may(principal, "manage") ? "m" : "u";
  return {
    tenantId: principal.tenantId,
    audience: endpoint.variesByPrincipal ? `${role}${principal.userId}` : role,
    language,
    url: ctx.url,
  };
}

/** The ETag of a response, as a GET of its own path would send it. */
export function etagFor(
  { location }: EndpointResponse<unknown>,
  version: NonNullable<EndpointResponse<unknown>["version"]>,
  view: View,
): string {
  return etagOf(version.change, version.shown, location ? { ...view, url: location } : view);
}

/** Throws PreconditionFailed where `If-Match` names another version of the record; null: there is none. */
export function assertIfMatch(ctx: Koa.Context, record: { readonly change: number } | null): void {
  const condition = ctx.get("if-match");
  if (condition !== "" && record && !includesVersion(condition, record.change))
    throw new PreconditionFailed();
}

/** Sets the ETag of a list, from the version of its tables; returns it. */
export function setListEtag(ctx: Koa.Context, version: number, view: View): string {
  const tag = etagOf(version, undefined, view);
  ctx.set("ETag", tag);
  return tag;
}

/** Removes the ETag of a list whose tables have changed since it was set. */
export function removeStaleListEtag(ctx: Koa.Context, version: number, view: View): void {
  if (ctx.response.get("ETag") !== etagOf(version, undefined, view)) ctx.remove("ETag");
}

/** The stored response of an `Idempotency-Key`; sets its status and ETag. */
export function replay(request: RequestContext, record: IdempotencyRecord): EndpointResponse<unknown> {
  request.isReplay = true;
  request.ctx.status = record.status;
  if (record.etag) request.ctx.set("ETag", record.etag);
  const location = record.location ? { location: record.location } : {};
  return record.body === ""
    ? { kind: "empty", ...location }
    : { kind: "json", body: record.body, ...location };
}
