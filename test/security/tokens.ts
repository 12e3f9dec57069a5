import { expect } from "vitest";
import type { AuthResponse } from "../../src/web/api/types/endpoints.d.ts";
import type { ApiResponse } from "../harness/client.ts";
import type { TestServer } from "../harness/server.ts";

/** Logs a demo user in by password. */
export async function logIn(server: TestServer, more: object = {}, userName = "user"): Promise<AuthResponse> {
  const login = { userName, password: `${userName}-demo`, ...more };
  const { status, body } = await server.anonymous.post("/api/pwa-auth/login-password", login);
  expect(status).toBe(200);
  return body;
}

/** A refresh by a token of a login. */
export const refresh = (server: TestServer, token: object): Promise<ApiResponse> =>
  server.anonymous.post("/api/pwa-auth/refresh", token);

/** The status of a request with an access token. */
export const statusOf = async (
  server: TestServer,
  { accessToken }: Pick<AuthResponse, "accessToken">,
): Promise<number> => (await server.withToken(accessToken).get("/api/pda/users")).status;
