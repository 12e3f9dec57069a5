import { Forbidden } from "./errors.ts";
import { msg } from "./message.ts";
import type { Principal } from "./principal.ts";

/**
 * What an API key may do (RFC 6749 §3.3). A scope that ends with `:read` gives the queries of an area, one that ends with
 * `:write` its changes. `counts:write` and `labels:print` give one kind of change each.
 */
export const SCOPES = [
  "articles:read",
  "articles:write",
  "locations:read",
  "locations:write",
  "inventories:read",
  "inventories:write",
  "counts:write",
  "requests:read",
  "requests:write",
  "custody:read",
  "custody:write",
  "labels:read",
  "labels:print",
  "exports:read",
  "events:read",
  "history:read",
] as const;

/** A scope of API keys. */
export type Scope = (typeof SCOPES)[number];

/** What an endpoint asks of an API key. `any`: every key may call it, or its handler asks. Null: no key may. */
export type RequiredScope = Scope | "any" | null;

/** Throws Forbidden where the request came with an API key that lacks the scope. */
export function assertScope({ apiKey }: Pick<Principal, "apiKey">, scope: Scope): void {
  if (apiKey === undefined || apiKey.scopes.includes(scope)) return;
  throw new Forbidden(msg('This API key lacks the scope "{scope}". An administrator can add it.', { scope }));
}

/** The scopes in the JSON of a stored service account. */
export function scopesIn(json: string): Scope[] {
  const all: unknown = JSON.parse(json);
  return Array.isArray(all) ? SCOPES.filter((scope) => all.includes(scope)) : [];
}
