import { expect, test } from "vitest";
import { startServer } from "../harness/server.ts";
import { byPassword, pairTerminal, pinById, pinByName } from "./login-attempts.ts";

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
  const terminal = await pairTerminal(server, "manager");
  expect((await terminal.pin(3, "3333")).status).toBe(200);
  for (let i = 0; i < 25; i++) await pinById(server, 3, "0000");
  expect((await terminal.pin(3, "3333")).status).toBe(200);
});

test("without the setting PINs are accepted everywhere", async () => {
  const server = await startServer();
  expect((await pinById(server, 3, "3333")).status).toBe(200);
});
