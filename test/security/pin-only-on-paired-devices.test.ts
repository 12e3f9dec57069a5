import { expect, test } from "vitest";
import { startServer, type TestServer } from "../harness/server.ts";
import { byPassword, pinById, pinByName } from "./login-attempts.ts";
import { pairDevice } from "./terminal.ts";

const start = (): Promise<TestServer> =>
  startServer({ settings: { LOGIN_PIN_ONLY_ON_PAIRED_DEVICES: "true" } });

test("with Login:PinOnlyOnPairedDevices PINs are accepted only on paired devices", async () => {
  const server = await start();
  for (const response of [
    await pinById(server, 3, "3333"),
    await pinById(server, 3, "0000"),
    await pinByName(server, "user", "3333"),
    await server.anonymous.post("/api/login", { userId: 3, pin: "3333" }),
  ]) {
    expect(response.status).toBe(403);
    expect(response.body.message).toMatch(/paired device/);
  }
  expect((await byPassword(server, "user", "user-demo")).status).toBe(200);
  const terminal = await pairDevice(server, "manager");
  expect((await terminal.pin(3, "3333")).status).toBe(200);
  for (let i = 0; i < 25; i++) await pinById(server, 3, "0000");
  expect((await terminal.pin(3, "3333")).status).toBe(200);
});

test("with Login:PinOnlyOnPairedDevices the own secrets are changed by the old PIN only on paired devices", async () => {
  const server = await start();
  const change = { oldPin: "3333", pin: "8264" };
  const { status, body } = await (await server.as("user")).put("/api/me/secrets", change);
  expect([status, body.message]).toEqual([403, expect.stringMatching(/or use the password/)]);
  const terminal = await pairDevice(server, "manager");
  const atDevice = await terminal.logIn(3, "3333");
  expect((await atDevice.put("/api/me/secrets", change)).status).toBe(200);
});
