import { expect, test } from "vitest";
import { startServer, type TestServer } from "../harness/server.ts";
import { pairDevice } from "../security/terminal.ts";
import { together } from "./concurrent-requests.ts";

const OWN = "/api/me/secrets";
const byPin = (server: TestServer, pin: string) =>
  server.anonymous.post("/api/pwa-auth/login-pin", { userName: "user", pin });
const byPassword = (server: TestServer, password: string) =>
  server.anonymous.post("/api/pwa-auth/login-password", { userName: "user", password });

test.each([
  ["the old PIN", { oldPin: "3333" }],
  ["the old password", { oldPassword: "user-demo" }],
])(
  "with %s a user changes their own secrets; the tokens in the response stay valid, and older tokens end",
  async (_, old) => {
    const server = await startServer();
    const client = await server.as("user");
    const response = await client.put(OWN, { ...old, pin: "826415", password: "a new password" });
    expect(response.status).toBe(200);
    expect(response.body.user).toEqual({ id: 3, userName: "user", fullName: "Uma Svoboda" });
    expect((await server.withToken(response.body.accessToken).get("/api/me")).status).toBe(200);
    expect((await client.get("/api/me")).status).toBe(401);
    expect((await byPin(server, "3333")).status).toBe(401);
    expect((await byPin(server, "826415")).status).toBe(200);
    expect((await byPassword(server, "a new password")).status).toBe(200);
  },
);

test("an absent property keeps a secret, and null removes it", async () => {
  const server = await startServer();
  await (await server.as("user")).put(OWN, { oldPassword: "user-demo", pin: null });
  expect((await byPin(server, "3333")).status).toBe(401);
  expect((await byPassword(server, "user-demo")).status).toBe(200);
});

test.each([
  ["a wrong PIN", { oldPin: "0000", pin: "8264" }],
  ["a wrong password", { oldPassword: "guess", pin: "8264" }],
])("%s is 401 without a WWW-Authenticate header, and changes nothing", async (_, body) => {
  const server = await startServer();
  const client = await server.as("user");
  const response = await client.put(OWN, body);
  expect(response.status).toBe(401);
  expect(response.headers.has("www-authenticate")).toBe(false);
  expect((await client.get("/api/me")).status).toBe(200);
  expect((await byPin(server, "3333")).status).toBe(200);
});

test.each([
  ["no old secret", { pin: "8264" }, "oldPassword"],
  ["both old secrets", { oldPassword: "user-demo", oldPin: "3333", pin: "8264" }, "oldPin"],
  ["a short password", { oldPin: "3333", password: "short" }, "password"],
  ["a PIN of letters", { oldPin: "3333", pin: "abcd" }, "pin"],
  ["a PIN as a number", { oldPin: "3333", pin: 1234 }, "pin"],
])("%s is 400 at its field", async (_, body, path) => {
  const server = await startServer();
  const response = await (await server.as("user")).put(OWN, body);
  expect(response.status).toBe(400);
  expect(response.body.errors).toEqual([{ path, message: expect.any(String) }]);
});

test("wrong secrets count as login attempts: after five wrong PINs each PIN is 429", async () => {
  const server = await startServer();
  const client = await server.as("user");
  for (let i = 0; i < 4; i++) expect((await client.put(OWN, { oldPin: "0000" })).status).toBe(401);
  expect((await byPin(server, "0000")).status).toBe(401);
  expect((await client.put(OWN, { oldPin: "3333" })).status).toBe(429);
  expect((await byPin(server, "3333")).status).toBe(429);
  expect((await client.put(OWN, { oldPassword: "user-demo" })).status).toBe(200);
});

test("of two concurrent changes with one old secret one succeeds", async () => {
  const server = await startServer();
  const client = await server.as("user");
  together(server, 2);
  const responses = await Promise.all(
    ["8264", "9173"].map((pin) => client.put(OWN, { oldPin: "3333", pin })),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 401]);
});

test("the last Admin can't remove their own login: 409", async () => {
  const server = await startServer();
  const admin = await server.as("admin");
  expect((await admin.put(OWN, { oldPin: "111111", password: null, pin: null })).status).toBe(409);
  expect((await admin.get("/api/me")).status).toBe(200);
});

test("on a paired device the new tokens are bound to the device too", async () => {
  const server = await startServer();
  const { device, deviceTokenId } = await pairDevice(server, "user");
  const { body } = await device.put(OWN, { oldPin: "3333", pin: "8264" });
  const terminal = server.withToken(body.accessToken);
  expect((await terminal.get("/api/me")).status).toBe(200);
  await (await server.as("user")).delete(`/api/device-auth/tokens/${deviceTokenId}`);
  expect((await terminal.get("/api/me")).status).toBe(401);
});
