import { Forbidden } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { ApiKeyRef } from "../../domain/principal.ts";
import type { Scope } from "../../domain/scopes.ts";
import type { Endpoint } from "./endpoint.ts";

/** The scope that an endpoint asks of an API key. `any`: every key may call it. Null: no key may. */
export type RequiredScope = Scope | "any" | null;

/** Paths with the scopes of their queries and of their changes. The first that matches decides. */
const AREAS: readonly (readonly [RegExp, RequiredScope, RequiredScope])[] = [
  [/^\/api\/(me|version)$/, "any", null],
  // Long work that the key has started is followed there.
  [/^\/api\/jobs\/\{id\}$/, "any", null],
  [/^\/api\/export\/(articles|stock|locations)$/, "exports:read", null],
  [/^\/api\/(articles\/\{id\}|inventories\/items\/\{id\})\/history$/, "history:read", null],
  [/^\/api\/(printrequests|pda\/printing\/print|articles\/bulk-labels)/, "labels:read", "labels:print"],
  [/^\/api\/printing/, "labels:read", null],
  [
    /^\/api\/(article(transfers|disposals|proposals)|articles\/pwa-request)/,
    "requests:read",
    "requests:write",
  ],
  [
    /^\/api\/(inventories\/(\{id\}\/counts|operations|items\/update)|photoarticleinventory)/,
    "inventories:read",
    "counts:write",
  ],
  [/^\/api\/inventories/, "inventories:read", "inventories:write"],
  [/^\/api\/locations\/\{id\}\/articles$/, "articles:read", null],
  [/^\/api\/locations/, "locations:read", "locations:write"],
  [/^\/api\/(articles\b|photoarticle\b|photos\/)/, "articles:read", "articles:write"],
  [
    /^\/api\/(article(categories|types|states|disposalmethods|disposalreasons)|currencytypes)(\/\{id\})?$/,
    "articles:read",
    "articles:write",
  ],
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

/** Throws Forbidden unless the key has the endpoint's scope. */
export function demandScope({ scopes }: ApiKeyRef, endpoint: Endpoint): void {
  const needed = scopeOf(endpoint);
  if (needed === "any" || (needed !== null && scopes.includes(needed))) return;
  if (needed === null) throw new Forbidden(msg("API keys can't use this address. Log in as a user."));
  throw new Forbidden(
    msg('This API key lacks the scope "{scope}". An administrator can add it.', { scope: needed }),
  );
}
