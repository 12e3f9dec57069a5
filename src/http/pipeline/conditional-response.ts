import type Koa from "koa";
import type { Locale } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import { may } from "../../domain/roles.ts";
import type { Endpoint } from "../endpoint/endpoint.ts";
import type { EndpointResponse } from "../endpoint/response.ts";
import { tagOf, type View } from "./etag.ts";
import type { IdempotencyRecord } from "./idempotency.ts";

// What the edge makes of an answer: for whom it is, its tag, and the first answer once more.

/** For whom and how an answer is made: all that its tag depends on beside the version. */
export function viewOf(
  ctx: Koa.Context,
  endpoint: Endpoint,
  language: Locale,
  caller: Principal | null,
): View {
  if (caller === null) return { tenantId: 0, sees: "", language, url: ctx.url };
  const role = may(caller, "administer") ? "a" : may(caller, "manage") ? "m" : "u";
  return {
    tenantId: caller.tenantId,
    sees: endpoint.variesByPrincipal ? `${role}${caller.userId}` : role,
    language,
    url: ctx.url,
  };
}

/** The tag of what is shown, as its own address would give it. */
export function tagFor(
  answer: EndpointResponse<unknown>,
  version: NonNullable<EndpointResponse<unknown>["version"]>,
  view: View,
): string {
  return tagOf(version.change, version.shown, answer.location ? { ...view, url: answer.location } : view);
}

/** The first answer to an `Idempotency-Key`, once more. */
export function replay(ctx: Koa.Context, kept: IdempotencyRecord): EndpointResponse<unknown> {
  ctx.status = kept.status;
  ctx.state["replayed"] = true;
  if (kept.etag) ctx.set("ETag", kept.etag);
  // The text was a JSON answer when it was kept.
  const body: EndpointResponse<unknown>["body"] = kept.body === "" ? null : kept.body;
  return { body, ...(kept.location && { location: kept.location }) };
}

/** A body that is neither a file nor a large list: what has no version of its own is tagged by its bytes. */
export function isValue(body: unknown): boolean {
  return !(
    typeof body === "object" &&
    body !== null &&
    ("path" in body || "pieces" in body || "bytes" in body)
  );
}
