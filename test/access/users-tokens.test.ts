import { expect, test } from "vitest";
import type { Client } from "../harness/client.ts";
import { createClock } from "../harness/clock.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { pairDevice } from "../security/terminal.ts";

const PATH = "/api/users";
const USER = 3;

const tokensOf = async (server: TestServer) =>
  (await server.anonymous.post("/api/pwa-auth/login-pin", { userName: "user", pin: "3333" })).body;
const refresh = (server: TestServer, token: string) =>
  server.anonymous.post("/api/pwa-auth/refresh", { accessToken: token });

const endings: [string, (admin: Client) => Promise<unknown>][] = [
  ["a new PIN", (admin) => admin.put(`${PATH}/${USER}/secrets`, { pin: "8264" })],
  ["a new password", (admin) => admin.put(`${PATH}/${USER}/secrets`, { password: "something new" })],
  ["a PIN taken away", (admin) => admin.put(`${PATH}/${USER}/secrets`, { pin: null })],
  ["a deactivation", (admin) => admin.delete(`${PATH}/${USER}`)],
  [
    "a deactivation that was taken back",
    async (admin) => {
      await admin.put(`${PATH}/${USER}`, { isActive: false });
      await admin.put(`${PATH}/${USER}`, { isActive: true });
    },
  ],
];

test.each(endings)("%s ends the user's older tokens, and those of no other user", async (_, end) => {
  const server = await startServer();
  const admin = await server.as("admin");
  const old = await tokensOf(server);
  const { device: terminal } = await pairDevice(server, "user");
  const client = server.withToken(old.accessToken);
  expect((await client.get("/api/me")).status).toBe(200);
  expect((await terminal.get("/api/me")).status).toBe(200);
  await end(admin);
  for (const ended of [client, terminal]) {
    const response = await ended.get("/api/me");
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
  }
  for (const token of [old.accessToken, old.refreshToken])
    expect((await refresh(server, token)).status).toBe(401);
  expect((await admin.get("/api/me")).status).toBe(200);
});

test.each(endings)(
  "%s also ends tokens that were issued in the same second after another change",
  async (_, end) => {
    const clock = createClock(Date.parse("2030-01-01T12:00:00.000Z"));
    const server = await startServer({ clock });
    const admin = await server.as("admin");
    await admin.put(`${PATH}/${USER}/secrets`, { password: "in between" });
    const given = await tokensOf(server);
    const client = server.withToken(given.accessToken);
    expect((await client.get("/api/me")).status).toBe(200);
    await end(admin);
    expect((await client.get("/api/me")).status).toBe(401);
    expect((await refresh(server, given.refreshToken)).status).toBe(401);
  },
);

test("a new name, and setting a secret that was null to null, end no token", async () => {
  const server = await startServer();
  const client = server.withToken((await tokensOf(server)).accessToken);
  const admin = await server.as("admin");
  await admin.put(`${PATH}/${USER}`, { lastName: "Nova", userName: "uma" });
  await admin.put(`${PATH}/${USER}/secrets`, {});
  expect((await client.get("/api/me")).body).toMatchObject({ userName: "uma", fullName: "Uma Nova" });
});

test("a refreshed token carries the user's present roles", async () => {
  const server = await startServer();
  const client = server.withToken((await tokensOf(server)).accessToken);
  const admin = await server.as("admin");
  const location = { name: "Yard" };
  expect((await client.post("/api/locations", location)).status).toBe(403);
  await admin.put(`${PATH}/${USER}`, { roles: ["Manager"] });
  expect((await client.post("/api/locations", location)).status).toBe(201);
  await admin.put(`${PATH}/${USER}`, { roles: ["User"] });
  expect((await client.post("/api/locations", location)).status).toBe(403);
});
