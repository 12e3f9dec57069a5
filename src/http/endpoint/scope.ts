import { Forbidden } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import { assertPermission } from "../../domain/roles.ts";
import { assertScope } from "../../domain/scopes.ts";
import type { AreaEndpoint } from "./areas.ts";

/** The error for a request with a submission token that delivers nothing that was queued. */
export const notQueued = () =>
  new Forbidden(
    msg("A submission token only delivers what its user queued. Log in to do this."),
    "notQueued",
  );

/** Throws Forbidden where the principal lacks the endpoint's permission, or the API key its scope. */
export function assertAccess(principal: Principal, endpoint: AreaEndpoint): void {
  if (principal.submission !== undefined && !endpoint.takesSubmissionToken) throw notQueued();
  if (endpoint.permission !== "anyone") assertPermission(principal, endpoint.permission);
  assertEndpointScope(principal, endpoint);
}

/** Throws Forbidden where the request came with an API key that lacks the endpoint's scope. */
function assertEndpointScope(principal: Principal, { scope: needed }: AreaEndpoint): void {
  if (principal.apiKey === undefined) return;
  if (needed === null) throw new Forbidden(msg("API keys can't use this address. Log in as a user."));
  if (needed !== "any") assertScope(principal, needed);
}
