import type { SessionClient } from "../../domain/login.ts";
import { ask } from "../api/ask.ts";
import { claimsOf } from "../api/claims.ts";
import { bearerOf } from "../api/tokens.ts";
import type { StoredSession } from "../db/values.ts";

/** Somebody who may log in here. */
export type Person = StoredSession["user"];

/** What the server gives to whoever it lets in. */
export interface Login {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresIn: number;
}

/** A login that names its user, as all do but that of a paired terminal. */
export interface OwnLogin extends Login {
  readonly user: Person;
}

/** What somebody proves with who they are. */
export type Secret = { readonly password: string } | { readonly pin: string };

/** Asks the server to let somebody in by name; nothing of it is kept yet. Throws ServerUnreachable or ApiError. */
export async function logIn(
  userName: string,
  secret: Secret,
  client: SessionClient | null = null,
): Promise<StoredSession> {
  const path = "password" in secret ? "/api/pwa-auth/login-password" : "/api/pwa-auth/login-pin";
  const body = { userName, ...secret, ...(client !== null && { client }) };
  return sessionOf(await ask<OwnLogin>(path, { method: "POST", body }));
}

/** Asks for the second step of a login. Throws ServerUnreachable or ApiError. */
export async function proveSecondFactor(ticket: string, proof: object): Promise<StoredSession> {
  const body = { ticket, ...proof };
  return sessionOf(await ask<OwnLogin>("/api/pwa-auth/second-factor", { method: "POST", body }));
}

/** A login as it is kept. Throws SyntaxError on a token that is none. */
export function sessionOf(given: OwnLogin): StoredSession {
  const { tenantId, roles } = claimsOf(given.accessToken);
  return { user: given.user, tenantId, roles, via: "self", ...bearerOf(given) };
}
