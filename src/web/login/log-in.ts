import type { SessionClient } from "../../domain/login.ts";
import { call } from "../api/call.ts";
import { claimsOf } from "../api/claims.ts";
import { sendRequest } from "../api/send-request.ts";
import { bearerOf, requestAsUser, type Tokens } from "../api/tokens.ts";
import type { StoredSession } from "../db/values.ts";
import { nullIfExpected } from "../errors/error-queue.ts";

/** A user who can log in here. */
export type Person = StoredSession["user"];

/** A login with its user. Only the login at a paired terminal lacks it. */
interface OwnLogin extends Tokens {
  readonly user: Person;
}

/** The secret of a login. */
export type Secret = { readonly password: string } | { readonly pin: string };

/** Logins here are refreshed by their refresh tokens alone: a copied access token can't be refreshed. */
export const ROTATION = { rotation: true } as const;

/** Logs in by user name. Stores nothing. Throws ServerUnreachable or ApiError. */
export async function logIn(
  userName: string,
  secret: Secret,
  client: SessionClient | null = null,
): Promise<StoredSession> {
  const who = { userName, ...ROTATION, ...(client !== null && { client }) };
  const request =
    "password" in secret
      ? call("POST /api/pwa-auth/login-password", { body: { ...who, ...secret } })
      : call("POST /api/pwa-auth/login-pin", { body: { ...who, ...secret } });
  return sessionOf(await sendRequest(request));
}

/** Sends the second step of a login. Throws ServerUnreachable or ApiError. */
export async function proveSecondFactor(ticket: string, proof: object): Promise<StoredSession> {
  const body = { ticket, ...proof };
  return sessionOf(await sendRequest(call("POST /api/pwa-auth/second-factor", { body })));
}

/** Converts a login into a session. Throws SyntaxError on an invalid token. */
export function sessionOf(response: OwnLogin): StoredSession {
  const { tenantId, roles } = claimsOf(response.accessToken);
  return { user: response.user, tenantId, roles, via: "self", ...bearerOf(response) };
}

/** Timeout. Without a response the user is still logged out on this device, and the tokens expire. */
const LOGOUT_MS = 4000;

/** Ends the login of a deleted token on the server. Without a response the server ends it by itself: nobody touches the terminal. */
export async function endLogin(token: string | null): Promise<void> {
  if (token === null) return;
  await sendRequest(call("POST /api/pwa-auth/logout"), { token, timeoutMs: LOGOUT_MS }).catch(nullIfExpected);
}

/** Revokes the tokens of the login. Does not throw where the server does not respond. */
export async function endLoginAtServer(): Promise<void> {
  await requestAsUser(call("POST /api/pwa-auth/logout"), { timeoutMs: LOGOUT_MS }).catch(nullIfExpected);
}

const DEFAULT_PATH = "/count";
let wantedPath = DEFAULT_PATH;

/** Stores the path to open after the login. */
export function setWantedPath(path: string): void {
  wantedPath = path;
}

/** Returns the path to open after the login, once. */
export function takeWantedPath(): string {
  const result = wantedPath;
  wantedPath = DEFAULT_PATH;
  return result;
}
