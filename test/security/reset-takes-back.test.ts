import { expect, test } from "vitest";
import { aBox, type TestBox } from "../harness/box.ts";
import { aTerminal, byPassword, pinById } from "./guesser.ts";

const USER = 3;
const RESET = `/api/users/${USER}/secrets`;
const exchange = (box: TestBox, deviceToken: string) =>
  box.anonymous.post("/api/device-auth/exchange", { deviceToken });

/** A device of this kind that a demo user has paired; gives its token. */
async function paired(box: TestBox, owner: string, kind: "personal" | "terminal"): Promise<string> {
  const { body: code } = await (await box.as(owner)).post("/api/device-auth/generate-code", { kind });
  const { body } = await box.anonymous.post("/api/device-auth/activate", { code: code.code });
  return body.deviceToken;
}

test.each([{ password: "an open book" }, { pin: "8264" }, { password: null }])(
  "a reset by an Admin (%j) ends the intruder's tokens, devices and pairing codes",
  async (body) => {
    const box = await aBox();
    const intruder = await aTerminal(box, "user");
    const { body: session } = await byPassword(box, "user", "user-demo");
    const { body: code } = await box.with(session.accessToken).post("/api/device-auth/generate-code");
    const admin = await box.as("admin");
    expect((await admin.put(RESET, body)).status).toBe(200);
    expect((await admin.get(`/api/users/${USER}/sessions`)).body).toEqual([]);
    expect((await exchange(box, intruder.deviceToken)).status).toBe(401);
    expect((await intruder.client.get("/api/me")).status).toBe(401);
    expect((await box.with(session.accessToken).get("/api/me")).status).toBe(401);
    const { refreshToken } = session;
    expect((await box.anonymous.post("/api/pwa-auth/refresh", { refreshToken })).status).toBe(401);
    expect((await box.anonymous.post("/api/device-auth/activate", { code: code.code })).status).toBe(400);
  },
);

test("an Admin who keeps the devices ends the tokens alone", async () => {
  const box = await aBox();
  const device = await aTerminal(box, "user");
  const admin = await box.as("admin");
  expect((await admin.put(RESET, { password: "an open book", keepDevices: true })).status).toBe(200);
  expect((await device.client.get("/api/me")).status).toBe(401);
  expect((await exchange(box, device.deviceToken)).status).toBe(200);
  expect((await admin.put(RESET, { password: "an open book", keepDevices: "yes" })).status).toBe(400);
});

test("shared terminals stay paired, whoever paired them, and so do other people's devices", async () => {
  const box = await aBox();
  const shared = await paired(box, "manager", "terminal");
  const of = await paired(box, "both", "personal");
  const own = await paired(box, "manager", "personal");
  await (await box.as("admin")).put("/api/users/2/secrets", { password: "an open book" });
  expect((await exchange(box, shared)).status).toBe(200);
  expect((await exchange(box, of)).status).toBe(200);
  expect((await exchange(box, own)).status).toBe(401);
});

test("a call that sets nothing ends nothing", async () => {
  const box = await aBox();
  const device = await aTerminal(box, "user");
  expect((await (await box.as("admin")).put(RESET, { keepDevices: false })).status).toBe(200);
  expect((await exchange(box, device.deviceToken)).status).toBe(200);
});

test("nobody changes his own secret on the Admin's path: 403 that says where", async () => {
  const box = await aBox();
  const admin = await box.as("admin");
  for (const body of [{ password: "an open book" }, { pin: null }, {}]) {
    const answer = await admin.put("/api/users/1/secrets", body);
    expect(answer.status).toBe(403);
    expect(answer.body.message).toMatch(/profile page/);
  }
  expect((await pinById(box, 1, "111111")).status).toBe(200);
});

test("a new PIN by an Admin is not locked by what was guessed before", async () => {
  const box = await aBox();
  for (let i = 0; i < 5; i++) await pinById(box, USER, "8001");
  await (await box.as("admin")).put(RESET, { pin: "8264" });
  expect((await pinById(box, USER, "8264")).status).toBe(200);
});
