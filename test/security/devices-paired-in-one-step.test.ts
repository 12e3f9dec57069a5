import { expect, test } from "vitest";
import type { TestClock } from "../harness/clock.ts";
import { startServerWithClock, type TestServer } from "../harness/server.ts";
import { exchange, type Paired, pairDevice, pairSharedTerminal } from "./terminal.ts";
import { createUserWithApp, firstStep, type WithApp } from "./two-step.ts";

// The attacker knows a password, and paired a device before its owner set up two-step login.

/** A personal device of the manager, who sets up an authenticator app a minute later. */
async function pairEarlierDevice(): Promise<{
  server: TestServer;
  clock: TestClock;
  before: Paired;
  app: WithApp;
}> {
  const { clock, server } = await startServerWithClock();
  const before = await pairDevice(server, "manager");
  clock.advance(60_000);
  const app = await createUserWithApp(server, "manager", clock.now());
  return { server, clock, before, app };
}

test("a personal device from before its owner's second factor gets no tokens, and its present ones end", async () => {
  const { server, before } = await pairEarlierDevice();
  const refused = await exchange(server, before);
  expect(refused.status).toBe(401);
  expect(refused.body.message).toContain("set up or changed two-step login");
  expect((await before.device.get("/api/me")).status).toBe(401);
  expect((await before.device.post("/api/pda/users/login", { userId: 2, pin: "2222" })).status).toBe(401);
  const { body: events } = await (await server.as("admin")).get("/api/security-events?kind=deviceLogin");
  expect(events[0]).toMatchObject({ outcome: "failure", reason: "secondFactor", user: { id: 2 } });
});

test("a PIN that was entered on such a device ends too", async () => {
  const { clock, server } = await startServerWithClock();
  const before = await pairDevice(server, "manager");
  const byPin = await before.logIn(2, "2222");
  expect((await byPin.get("/api/me")).status).toBe(200);
  clock.advance(60_000);
  await createUserWithApp(server, "manager", clock.now());
  expect((await byPin.get("/api/me")).status).toBe(401);
});

test("such a device works when it is paired again by a two-step login, and stays the same device", async () => {
  const { server, clock, before, app } = await pairEarlierDevice();
  clock.advance(60_000);
  const { code } = (await app.client.post("/api/device-auth/generate-code")).body;
  const again = { code, previousDeviceToken: before.deviceToken };
  const { body } = await server.anonymous.post("/api/device-auth/activate", again);
  expect(body.deviceTokenId).toBe(before.deviceTokenId);
  const exchanged = await exchange(server, body);
  expect(exchanged.status).toBe(200);
  expect((await server.withToken(exchanged.body.accessToken).get("/api/me")).status).toBe(200);
});

test("such a device works as a shared terminal, without a role", async () => {
  const { server, before } = await pairEarlierDevice();
  const admin = await server.as("admin");
  const path = `/api/device-auth/tokens/${before.deviceTokenId}`;
  expect((await admin.put(path, { kind: "terminal" })).status).toBe(200);
  const { status, body } = await exchange(server, before);
  expect(status).toBe(200);
  expect((await server.withToken(body.accessToken).get("/api/pda/users")).status).toBe(200);
  expect((await server.withToken(body.accessToken).get("/api/articletransfers")).status).toBe(403);
});

test("earlier shared terminals and other users' devices stay valid", async () => {
  const { clock, server } = await startServerWithClock();
  const terminal = await pairSharedTerminal(server);
  const colleague = await pairDevice(server, "user");
  clock.advance(60_000);
  await createUserWithApp(server, "manager", clock.now());
  await createUserWithApp(server, "admin", clock.now());
  expect((await exchange(server, terminal)).status).toBe(200);
  expect((await (await terminal.logIn(2, "2222")).get("/api/me")).status).toBe(200);
  expect((await exchange(server, colleague)).status).toBe(200);
  expect((await colleague.device.get("/api/me")).status).toBe(200);
});

test.each<[string, (server: TestServer, app: WithApp) => Promise<{ status: number }>]>([
  [
    "an Admin resets them",
    async (server) => {
      const { body } = await firstStep(server, "admin");
      return server.withToken(body.accessToken).delete("/api/users/2/second-factor");
    },
  ],
  ["the owner removes the last one", (_, { client }) => client.delete("/api/me/second-factor/totp")],
])(
  "a device from before second factors does not work again when %s; one paired by two steps does",
  async (_, remove) => {
    const { server, clock, before, app } = await pairEarlierDevice();
    clock.advance(60_000);
    const { code } = (await app.client.post("/api/device-auth/generate-code")).body;
    const { body: after } = await server.anonymous.post("/api/device-auth/activate", { code });
    expect((await remove(server, app)).status).toBe(204);
    expect((await exchange(server, before)).status).toBe(401);
    expect((await before.device.get("/api/me")).status).toBe(401);
    expect((await exchange(server, after)).status).toBe(200);
  },
);
