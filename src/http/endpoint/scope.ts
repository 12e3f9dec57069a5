import { Forbidden } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import { demand } from "../../domain/roles.ts";
import { demandScope, type Scope } from "../../domain/scopes.ts";
import type { Endpoint } from "./endpoint.ts";

/** The scope that an endpoint asks of an API key. `any`: every key may call it, or its handler asks. Null: no key may. */
type RequiredScope = Scope | "any" | null;

/** Paths with the scopes of their queries and of their changes. The first that matches decides. */
const AREAS: readonly (readonly [RegExp, RequiredScope, RequiredScope])[] = [
  [/^\/api\/(me|version)$/, "any", null],
  // The jobs of the account itself.
  [/^\/api\/jobs\/\{id\}$/, "any", null],
  [
    /^\/api\/export\/(articles|stock|refill-rules|refill-list|locations|count-plans|record-accuracy)$/,
    "exports:read",
    null,
  ],
  [/^\/api\/(articles\/\{id\}|inventories\/items\/\{id\})\/history$/, "history:read", null],
  [
    /^\/api\/(printrequests|pda\/printing\/print|articles\/bulk-labels|locations\/\{id\}\/(print|bulk-labels))/,
    "labels:read",
    "labels:print",
  ],
  [/^\/api\/(articles|locations\/\{id\})\/label-sheet/, "labels:read", "labels:read"],
  [/^\/api\/printing/, "labels:read", null],
  [
    /^\/api\/(article(transfers|disposals|proposals)|articles\/pwa-request)/,
    "requests:read",
    "requests:write",
  ],
  [
    /^\/api\/(inventories\/(\{id\}\/counts|items\/update)|photoarticleinventory)/,
    "inventories:read",
    "counts:write",
  ],
  [/^\/api\/(inventories|count-plans)/, "inventories:read", "inventories:write"],
  [/^\/api\/((export\/)?custodies|photocustody)/, "custody:read", "custody:write"],
  [/^\/api\/locations\/\{id\}\/articles$/, "articles:read", null],
  [/^\/api\/locations/, "locations:read", "locations:write"],
  // The scope depends on the photo's subject (photos/routes.ts).
  [/^\/api\/photos\//, "any", "any"],
  [/^\/api\/articles\/my-(transfers|disposals|stats)/, "requests:read", null],
  [
    /^\/api\/(articles\b|articlecodes\b|refill-|photoarticle\b|attachments\b|customfields\b)/,
    "articles:read",
    "articles:write",
  ],
  [
    /^\/api\/(article(categories|types|states|disposalmethods|disposalreasons)|currencytypes)(\/\{id\})?$/,
    "articles:read",
    "articles:write",
  ],
  // Its tables depend on the scopes (change-feed/rights.ts).
  [/^\/api\/changes$/, "any", null],
  [/^\/api\/events$/, "events:read", null],
];

/** The scope that a call of the endpoint needs. */
export function scopeOf({
  method,
  path,
  handler,
}: Pick<Endpoint, "method" | "path" | "handler">): RequiredScope {
  const [, read, write] = AREAS.find(([pattern]) => pattern.test(path)) ?? [null, null, null];
  return method === "GET" || handler.kind === "query" ? read : write;
}

/** The error for a request with a submission token that delivers nothing that was queued. */
export const notQueued = () =>
  new Forbidden(
    msg("A submission token only delivers what its user queued. Log in to do this."),
    "notQueued",
  );

/** Throws Forbidden where the principal lacks the endpoint's permission, or the API key its scope. */
export function assertAccess(principal: Principal, endpoint: Endpoint): void {
  if (principal.submission !== undefined && !endpoint.takesSubmissionToken) throw notQueued();
  if (endpoint.permission !== "anyone") demand(principal, endpoint.permission);
  demandEndpointScope(principal, endpoint);
}

/** Throws Forbidden where the request came with an API key that lacks the endpoint's scope. */
function demandEndpointScope(principal: Principal, endpoint: Endpoint): void {
  if (principal.apiKey === undefined) return;
  const needed = scopeOf(endpoint);
  if (needed === null) throw new Forbidden(msg("API keys can't use this address. Log in as a user."));
  if (needed !== "any") demandScope(principal, needed);
}
