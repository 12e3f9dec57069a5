import { expect, test } from "vitest";
import { sharedServer } from "../harness/server.ts";

const server = sharedServer({ settings: { HTTP_TRUSTED_PROXIES: "127.0.0.0/8" } });

/** The status of the last of 21 wrong logins, the i-th with this header; 429: they counted as one address. */
async function lastOf(forwardedFor: (i: number) => string): Promise<number> {
  let last = 0;
  for (let i = 1; i <= 21; i++) {
    const login = { userId: String(2000 + i), pin: "0000" };
    const response = await server.anonymous.post("/api/pwa-auth/login", login, {
      "X-Forwarded-For": forwardedFor(i),
    });
    last = response.status;
  }
  return last;
}

test("each IPv4 address counts as one client, also in IPv6 notation", async () => {
  expect(await lastOf((i) => `::ffff:203.0.113.${i}`)).toBe(401);
});

test("an address with a port is not an address, so a new connection is no new client", async () => {
  expect(await lastOf((i) => `198.51.100.7:${40_000 + i}`)).toBe(429);
});

test("any other text is not an address", async () => {
  expect(await lastOf((i) => `unknown${i}`)).toBe(429);
});
