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
  "labels:read",
  "labels:print",
  "exports:read",
  "events:read",
  "history:read",
] as const;

/** A scope of API keys. */
export type Scope = (typeof SCOPES)[number];

/** The scopes in the JSON of a stored service account. */
export function scopesIn(json: string): Scope[] {
  const all: unknown = JSON.parse(json);
  return Array.isArray(all) ? SCOPES.filter((scope) => all.includes(scope)) : [];
}
