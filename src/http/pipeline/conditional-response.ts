import { createHash } from "node:crypto";
import type Koa from "koa";
import { PreconditionFailed } from "../../domain/errors.ts";
import type { Principal } from "../../domain/principal.ts";
import { may } from "../../domain/roles.ts";
import type { Locale } from "../../i18n/locales.ts";
import type { Endpoint } from "../endpoint/endpoint.ts";
import type { EndpointResponse } from "../endpoint/response.ts";

/** The values that an ETag depends on besides the version: tenant, audience, language and URL. */
export interface View {
  readonly tenantId: number;
  readonly audience: string;
  readonly language: string;
  readonly url: string;
}

const hashes = new Map<string, string>();
const MAX_HASHES = 10_000;
const MAX_KEY_LENGTH = 300;

/** A strong entity tag: the version, then a hash of all other values that the body depends on (RFC 9110, 8.8.3). */
function etagOf(change: number, shown: number | undefined, view: View): string {
  const key = `${view.tenantId} ${view.audience} ${view.language} ${foldPath(view.url)}`;
  let hash = hashes.get(key);
  if (hash === undefined) {
    hash = createHash("sha256").update(key).digest("base64url").slice(0, 11);
    if (key.length <= MAX_KEY_LENGTH) {
      if (hashes.size >= MAX_HASHES) hashes.clear();
      hashes.set(key, hash);
    }
  }
  return `"${change.toString(36)}-${(shown ?? change).toString(36)}-${hash}"`;
}

/** Folds the case and the end of the path, but not the query: codes in it are case-sensitive. */
function foldPath(url: string): string {
  const [path = "", ...query] = url.split("?");
  return [path.toLowerCase().replace(/\/$/, ""), ...query].join("?");
}

/** The ETag of a response without a version: a hash of its content and audience. */
export function etagOfContent(body: unknown, view: View): string {
  const hash = createHash("sha256").update(`${view.tenantId} ${view.audience}\n${JSON.stringify(body)}`);
  return `"${hash.digest("base64url").slice(0, 22)}"`;
}

/** Whether `If-None-Match` contains the tag, by weak comparison. */
export function includesTag(header: string, tag: string): boolean {
  return header !== "" && tag !== "" && (header === tag || tagsOf(header).includes(tag));
}

/** Whether the header contains the tag or `*`. Only for a record that exists and that the principal may see. */
export function includesTagOrAny(header: string, tag: string): boolean {
  return header !== "" && (includesTag(header, tag) || tagsOf(header).includes("*"));
}

/** Whether `If-Match` contains `*` or a tag of this version. The rest of the tag is ignored. */
function includesVersion(header: string, change: number): boolean {
  const version = change.toString(36);
  return tagsOf(header).some((tag) => tag === "*" || tag.slice(1).split("-")[0] === version);
}

function tagsOf(header: string): string[] {
  return header.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
}

/** Everything that the ETag of a response depends on besides the version. */
export function viewOf(
  ctx: Koa.Context,
  endpoint: Endpoint,
  language: Locale,
  principal: Principal | null,
): View {
  if (principal === null) return { tenantId: 0, audience: "", language, url: ctx.url };
  const role = may(principal, "administer") ? "a" : may(principal, "manage") ? "m" : "u";
  const device = principal.deviceTokenId === null ? "" : "d";
  return {
    tenantId: principal.tenantId,
    audience: endpoint.variesByPrincipal ? `${role}${principal.userId}${device}` : role,
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
