import { Secret, TOTP } from "otpauth";
import type { ApiResponse, Client } from "../harness/client.ts";
import { type ServerOptions, startServerWithClock, type TestServer } from "../harness/server.ts";

// Users with an authenticator app.

/** How long a code is the current one. */
export const STEP_MS = 30_000;

/** The first step of a login in the console. */
export function firstStep(
  server: TestServer,
  userName: string,
  password = `${userName}-demo`,
): Promise<ApiResponse> {
  return server.anonymous.post("/api/pwa-auth/login-password", { userName, password });
}

/** The second step. */
export function secondStep(server: TestServer, ticket: string, proof: object): Promise<ApiResponse> {
  return server.anonymous.post("/api/pwa-auth/second-factor", { ticket, ...proof });
}

/** The code that an app with this key shows at `at`, ms since 1970. */
export function codeAt(secret: string, at: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate({ timestamp: at });
}

/** A code that is not the one of any time near `at`. */
export function wrongCode(secret: string, at: number): string {
  const near = [-2, -1, 0, 1, 2].map((steps) => codeAt(secret, at + steps * STEP_MS));
  return (
    ["123456", "234567", "345678", "456789", "567890", "678901"].find((code) => !near.includes(code)) ?? ""
  );
}

/** A user with an authenticator app. */
export interface WithApp {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  /** Logged in by both steps. */
  readonly client: Client;
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** Adds an authenticator app by a ticket, at `now` of the server. */
export async function addApp(server: TestServer, ticket: string, now: number): Promise<WithApp> {
  const { body: key } = await server.anonymous.post("/api/pwa-auth/second-factor/setup/totp", { ticket });
  const { body } = await server.anonymous.post("/api/pwa-auth/second-factor/setup", {
    ticket,
    code: codeAt(key.secret, now),
  });
  const { accessToken, refreshToken, recoveryCodes } = body;
  return {
    secret: key.secret,
    recoveryCodes,
    client: server.withToken(accessToken),
    accessToken,
    refreshToken,
  };
}

/** A server whose clock the test moves, and a demo user with an authenticator app. */
export async function startWithApp(userName: string, options: ServerOptions = {}) {
  const { clock, server } = await startServerWithClock(options);
  return { clock, server, app: await createUserWithApp(server, userName, clock.now()) };
}

/** Adds an authenticator app to a demo user on the account page. */
export async function createUserWithApp(server: TestServer, userName: string, now: number): Promise<WithApp> {
  const { body: login } = await firstStep(server, userName);
  const { body } = await server.withToken(login.accessToken).post("/api/me/second-factor/setup");
  return addApp(server, body.ticket, now);
}
