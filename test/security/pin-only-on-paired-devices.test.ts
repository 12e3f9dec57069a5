import { expect, test } from "vitest";
import { aBox } from "../harness/box.ts";
import { aTerminal, byPassword, pinById, pinByName } from "./guesser.ts";

test("with Login:PinOnlyOnPairedDevices PINs are taken from paired devices alone", async () => {
  const box = await aBox({ settings: { LOGIN_PIN_ONLY_ON_PAIRED_DEVICES: "true" } });
  for (const answer of [
    await pinById(box, 3, "3333"),
    await pinById(box, 3, "0000"),
    await pinByName(box, "user", "3333"),
    await box.anonymous.post("/api/login", { userId: 3, pin: "3333" }),
  ]) {
    expect(answer.status).toBe(403);
    expect(answer.body.message).toMatch(/paired device/);
  }
  expect((await byPassword(box, "user", "user-demo")).status).toBe(200);
  const terminal = await aTerminal(box, "manager");
  expect((await terminal.pin(3, "3333")).status).toBe(200);
  for (let i = 0; i < 25; i++) await pinById(box, 3, "0000");
  expect((await terminal.pin(3, "3333")).status).toBe(200);
});

test("without the setting PINs are taken everywhere", async () => {
  const box = await aBox();
  expect((await pinById(box, 3, "3333")).status).toBe(200);
});
