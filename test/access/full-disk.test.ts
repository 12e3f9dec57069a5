import { expect, test } from "vitest";
import { startServer, type TestServer } from "../harness/server.ts";
import { createOperation, results, send } from "../inventories/count-requests.ts";
import { exchange, pairDevice } from "../security/terminal.ts";
import { fillDisk } from "./full-disk.ts";

const password = (server: TestServer, secret = "user-demo") =>
  server.anonymous.post("/api/pwa-auth/login-password", { userName: "user", password: secret });
const pin = (server: TestServer, secret = "3333") =>
  server.anonymous.post("/api/pwa-auth/login", { userId: 3, pin: secret });

test("on a full disk all users can log in, and writes are refused", async () => {
  const server = await startServer();
  const terminal = await pairDevice(server, "manager");
  fillDisk(server);
  const refused = await (await server.as("manager")).post("/api/locations", { name: "Refused" });
  expect(refused.status).toBe(503);
  const logins = {
    password: await password(server),
    pin: await pin(server),
    pinByName: await server.anonymous.post("/api/pwa-auth/login-pin", { userName: "user", pin: "3333" }),
    obsolete: await server.anonymous.post("/api/login", { userId: 3, pin: "3333" }),
    exchange: await exchange(server, terminal),
    terminal: await terminal.pin(3, "3333"),
  };
  for (const [name, { status }] of Object.entries(logins)) expect([name, status]).toEqual([name, 200]);
  const { accessToken } = logins.password.body;
  expect((await server.anonymous.post("/api/pwa-auth/refresh", { accessToken })).status).toBe(200);
  expect((await server.withToken(logins.terminal.body.accessToken).get("/api/me")).body.id).toBe(3);
});

test("attempts before and after the disk became full add up, and a correct one resets the count", async () => {
  const server = await startServer();
  for (let attempt = 0; attempt < 4; attempt++) expect((await pin(server, "0000")).status).toBe(401);
  const disk = fillDisk(server);
  expect((await pin(server)).status).toBe(200);
  for (let attempt = 0; attempt < 4; attempt++) expect((await pin(server, "0000")).status).toBe(401);
  disk.empty();
  expect((await pin(server)).status).toBe(200);
  for (let attempt = 0; attempt < 4; attempt++) expect((await pin(server, "0000")).status).toBe(401);
  fillDisk(server);
  expect((await pin(server, "0000")).status).toBe(401);
  expect((await pin(server)).status).toBe(429);
});

test("a user who logged in on a terminal while the disk was full is recorded there once it accepts writes again", async () => {
  const server = await startServer();
  const terminal = await pairDevice(server, "manager");
  const disk = fillDisk(server);
  expect((await terminal.pin(3, "3333")).status).toBe(200);
  disk.empty();
  // The terminal's own user sends the other user's counts.
  const count = () => send(terminal.device, 3, [createOperation({ itemId: 111, quantity: 1, userId: 3 })]);
  await expect.poll(async () => results(await count())).toEqual(["applied"]);
});
