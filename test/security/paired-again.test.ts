import { SignJWT } from "jose";
import { expect, test } from "vitest";
import type { AuthResponse, DeviceActivation } from "../../src/web/api/types/endpoints.d.ts";
import type { TestClock } from "../harness/clock.ts";
import { startServer, startServerWithClock, type TestServer } from "../harness/server.ts";
import { exchange, type Paired, pairDevice, pairSharedTerminal } from "./terminal.ts";
import { refresh, statusOf } from "./tokens.ts";

// The attacker has copied the storage of a terminal, which is then paired again.

/** Pairs a device again by a code of this user's. */
async function pairAgain(
  server: TestServer,
  { deviceToken: previousDeviceToken }: Pick<Paired, "deviceToken">,
  userName: string,
  kind: "terminal" | "personal",
): Promise<DeviceActivation> {
  const { body } = await (await server.as(userName)).post("/api/device-auth/generate-code", { kind });
  const given = { code: body.code, previousDeviceToken };
  const { status, body: paired } = await server.anonymous.post("/api/device-auth/activate", given);
  expect(status).toBe(200);
  return paired;
}

async function expectEnded(server: TestServer, tokens: readonly AuthResponse[]): Promise<void> {
  for (const { accessToken, refreshToken } of tokens) {
    expect(await statusOf(server, { accessToken })).toBe(401);
    expect((await refresh(server, { accessToken })).status).toBe(401);
    expect((await refresh(server, { refreshToken })).status).toBe(401);
  }
}

/** The tokens of the device itself, those after a refresh, and those of a user who logged in on it. */
async function tokensOn(server: TestServer, paired: Paired): Promise<AuthResponse[]> {
  const { body: own } = await exchange(server, paired);
  const { body: refreshed } = await refresh(server, own);
  const { body: person } = await paired.device.post("/api/pda/users/login", { userId: 3, pin: "3333" });
  return [own, refreshed, person];
}

async function aCopiedTerminal(): Promise<{
  server: TestServer;
  clock: TestClock;
  terminal: Paired;
  copied: AuthResponse[];
}> {
  const { clock, server } = await startServerWithClock();
  const terminal = await pairSharedTerminal(server);
  return { server, clock, terminal, copied: await tokensOn(server, terminal) };
}

test("pairing a shared terminal again ends its old device token, and every token from it", async () => {
  const { server, clock, terminal, copied } = await aCopiedTerminal();
  for (const { accessToken } of copied) expect(await statusOf(server, { accessToken })).toBe(200);
  clock.advance(2000);
  const again = await pairAgain(server, terminal, "manager", "terminal");
  expect(again.deviceTokenId).toBe(terminal.deviceTokenId);
  expect((await exchange(server, terminal)).status).toBe(401);
  await expectEnded(server, copied);
  expect((await (await server.as("user")).get("/api/me/sessions")).body).toEqual([]);
});

test("in the second of its pairing a device gets valid tokens, and so does a user who logs in on it", async () => {
  const server = await startServer();
  const terminal = await pairSharedTerminal(server);
  const again = await pairAgain(server, terminal, "manager", "terminal");
  const { body: own } = await exchange(server, again);
  const device = server.withToken(own.accessToken);
  expect((await device.get("/api/pda/users")).status).toBe(200);
  const { body: person } = await device.post("/api/pda/users/login", { userId: 3, pin: "3333" });
  expect((await server.withToken(person.accessToken).get("/api/me")).status).toBe(200);
  expect((await refresh(server, own)).status).toBe(200);
  const changed = await server
    .withToken(person.accessToken)
    .put("/api/me/secrets", { oldPin: "3333", pin: "8264" });
  expect((await server.withToken(changed.body.accessToken).get("/api/me")).status).toBe(200);
});

test("an old token of a personal device is not valid for its earlier owner", async () => {
  const { clock, server } = await startServerWithClock();
  const device = await pairDevice(server, "manager");
  const copied = await tokensOn(server, device);
  clock.advance(2000);
  const again = await pairAgain(server, device, "user", "personal");
  expect(again.deviceTokenId).toBe(device.deviceTokenId);
  await expectEnded(server, copied);
});

test("a used earlier token neither pairs the terminal again nor replaces its pairing", async () => {
  const { server, clock, terminal } = await aCopiedTerminal();
  clock.advance(2000);
  const owned = await pairAgain(server, terminal, "manager", "terminal");
  const thief = await pairAgain(server, terminal, "manager", "terminal");
  expect(thief.deviceTokenId).not.toBe(owned.deviceTokenId);
  expect((await exchange(server, owned)).status).toBe(200);
});

test("a personal code does not change a shared terminal: the terminal and its tokens stay, and can be revoked", async () => {
  const { server, clock, terminal, copied } = await aCopiedTerminal();
  clock.advance(2000);
  const taken = await pairAgain(server, terminal, "user", "personal");
  expect(taken.deviceTokenId).not.toBe(terminal.deviceTokenId);
  expect((await exchange(server, terminal)).status).toBe(200);
  const admin = await server.as("admin");
  expect((await admin.delete(`/api/device-auth/tokens/${terminal.deviceTokenId}`)).status).toBe(204);
  expect((await exchange(server, terminal)).status).toBe(401);
  await expectEnded(server, copied);
});

const KEY = "a-test-key-that-is-long-enough-for-hs256";

test.each([
  ["after the last pairing", 2000, 200],
  ["before it", -2000, 401],
])(
  "a token of an earlier version of the server, without the time of the pairing, issued %s gives %i",
  async (_, ms, status) => {
    const { clock, server } = await startServerWithClock({ settings: { JWT_SECRET_KEY: KEY } });
    const terminal = await pairSharedTerminal(server);
    const issuedAt = Math.floor((clock.now() + ms) / 1000);
    const token = await new SignJWT({ tenant_id: 1, role: [], device_id: terminal.deviceTokenId })
      .setProtectedHeader({ alg: "HS256" })
      .setSubject("1")
      .setIssuer("tallybox")
      .setAudience("tallybox")
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + 3600)
      .sign(new TextEncoder().encode(KEY));
    expect((await server.withToken(token).get("/api/pda/users")).status).toBe(status);
  },
);
