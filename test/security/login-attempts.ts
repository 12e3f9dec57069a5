import type { ApiResponse } from "../harness/client.ts";
import { createClock, type TestClock } from "../harness/clock.ts";
import { type ServerOptions, startServer, type TestServer } from "../harness/server.ts";

/** The pause between attempts so that at most four fall into 15 minutes, which starts no hold. */
const PATIENT_MS = 4 * 60_000;

/** A server behind a proxy that the test plays: `from` names the client's address. */
export async function startTarget(
  options: ServerOptions = {},
): Promise<{ server: TestServer; clock: TestClock }> {
  const clock = createClock();
  const settings = { HTTP_TRUSTED_PROXIES: "127.0.0.0/8", ...options.settings };
  return { server: await startServer({ clock, ...options, settings }), clock };
}

/** The header that makes a request one of this address. */
export const from = (address: string) => ({ "X-Forwarded-For": address });

/** A PIN by the user's id at the anonymous endpoint. */
export function pinById(
  server: TestServer,
  userId: number,
  pin: string,
  address = "10.0.0.1",
): Promise<ApiResponse> {
  return server.anonymous.post("/api/pwa-auth/login", { userId, pin }, from(address));
}

/** A PIN by the user's name at the anonymous endpoint. */
export function pinByName(
  server: TestServer,
  userName: string,
  pin: string,
  address = "10.0.0.1",
): Promise<ApiResponse> {
  return server.anonymous.post("/api/pwa-auth/login-pin", { userName, pin }, from(address));
}

/** A login by name and password. */
export function byPassword(
  server: TestServer,
  userName: string,
  password: string,
  address = "10.0.0.1",
): Promise<ApiResponse> {
  return server.anonymous.post("/api/pwa-auth/login-password", { userName, password }, from(address));
}

/** Repeats an attempt so slowly that no hold begins; returns the statuses. */
export async function patiently(
  clock: TestClock,
  attempts: number,
  attempt: (index: number) => Promise<ApiResponse>,
): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < attempts; index++) {
    clock.advance(PATIENT_MS);
    statuses.push((await attempt(index)).status);
  }
  return statuses;
}

/** So many times the same status. */
export const all = (count: number, status: number) => Array.from({ length: count }, () => status);
