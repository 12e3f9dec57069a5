import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { ApiResponse } from "../harness/client.ts";
import { sharedServer } from "../harness/server.ts";
import { pairSharedTerminal } from "./terminal.ts";

// The attacker measures the duration of logins, or compares responses, to find out which users exist.

/** The parameters of each computation of a hash, but the secret and the salt. */
const hashes = vi.hoisted(() => [] as string[]);

vi.mock("node:crypto", async (load) => {
  const crypto = await load<typeof import("node:crypto")>();
  type Argon2 = typeof crypto.argon2;
  const argon2: Argon2 = (algorithm, parameters, done) => {
    const { message, nonce, ...cost } = parameters;
    hashes.push(JSON.stringify({ algorithm, ...cost, nonce: Buffer.from(nonce as Uint8Array).length }));
    crypto.argon2(algorithm, parameters, done);
  };
  return { ...crypto, argon2 };
});

const [KNOWN, WITHOUT, INACTIVE, UNKNOWN, FOREIGN] = [3, 8, 5, 4711, 7];
const server = sharedServer();
beforeAll(async () => {
  const admin = await server.as("admin");
  // The demo's hashes have a lower cost than those of a server in use.
  const secrets = { password: "an open book", pin: "826415" };
  await admin.put(`/api/users/${KNOWN}/secrets`, secrets);
  await admin.put(`/api/users/${INACTIVE}/secrets`, secrets);
  const admin2 = await server.as("admin2");
  await admin2.put(`/api/users/${FOREIGN}/secrets`, secrets);
  const person = { userName: "without", firstName: "Wim", lastName: "Ohne", roles: ["User"] };
  expect((await admin.post("/api/users", person)).body.oid).toBe(WITHOUT);
});
beforeEach(() => {
  hashes.length = 0;
});

/** A response without the parts that differ from request to request. */
function comparable({ status, headers, text, body }: ApiResponse): object {
  const kept = [...headers].filter(([name]) => !["date", "x-request-id"].includes(name));
  return { status, headers: kept, text: text.replaceAll(body.requestId, "") };
}

/** Sends each attempt; returns its computations and its response. */
async function workOf(attempts: readonly (() => Promise<ApiResponse>)[]): Promise<object[]> {
  const work: object[] = [];
  for (const attempt of attempts) {
    hashes.length = 0;
    const response = await attempt();
    work.push({ hashes: [...hashes], response: comparable(response) });
  }
  return work;
}

function expectAlike(work: readonly object[]): void {
  for (const one of work) expect(one).toEqual(work[0]);
  expect(work[0]).toMatchObject({ hashes: [expect.stringContaining("argon2id")], response: { status: 401 } });
}

test("a wrong password costs one equal hash for a user, an unknown name, an inactive user and one without a password", async () => {
  const by = (userName: string) => () =>
    server.anonymous.post("/api/pwa-auth/login-password", { userName, password: "wrong book" });
  expectAlike(await workOf(["user", "nobody", "inactive", "without"].map(by)));
});

test.each<[string, (id: number, userName: string) => readonly [string, object]]>([
  ["by id", (userId) => ["/api/pwa-auth/login", { userId }]],
  ["by name", (_, userName) => ["/api/pwa-auth/login-pin", { userName }]],
  ["at the obsolete login", (userId) => ["/api/login", { userId }]],
])(
  "a wrong PIN %s of a user, of nobody, of an inactive user and of one without a PIN cost one equal hash",
  async (_, of) => {
    const by = ([id, userName]: readonly [number, string]) => {
      const [path, body] = of(id, userName);
      return () => server.anonymous.post(path, { ...body, pin: "905162" });
    };
    const users = [
      [KNOWN, "user"],
      [UNKNOWN, "nobody"],
      [INACTIVE, "inactive"],
      [WITHOUT, "without"],
    ] as const;
    expectAlike(await workOf(users.map(by)));
  },
);

test("a wrong PIN at a terminal costs the same for another tenant's user, and for the right PIN of that user", async () => {
  const { device } = await pairSharedTerminal(server);
  const by =
    (userId: number, pin = "905162") =>
    () =>
      device.post("/api/pda/users/login", { userId, pin });
  expectAlike(
    await workOf([by(KNOWN), by(UNKNOWN), by(INACTIVE), by(WITHOUT), by(FOREIGN), by(FOREIGN, "826415")]),
  );
});

test("a correct password of an inactive user costs the same as one of an active user", async () => {
  const by = (userName: string) => () =>
    server.anonymous.post("/api/pwa-auth/login-password", { userName, password: "an open book" });
  for (const attempt of [by("user"), by("inactive")]) {
    hashes.length = 0;
    await attempt();
    expect(hashes).toHaveLength(1);
  }
});
