import { expect, test } from "vitest";
import { startServer } from "../harness/server.ts";
import { byPassword, pinById, pinByName } from "./login-attempts.ts";
import { pairDevice } from "./terminal.ts";

test("with Login:PinOnlyOnPairedDevices PINs are accepted only on paired devices", async () => {
  const server = await startServer({ settings: { LOGIN_PIN_ONLY_ON_PAIRED_DEVICES: "true" } });
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
